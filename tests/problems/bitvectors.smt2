; Bit-vectors: arithmetic modulo 2^n, signs, shifts, pieces.

;;; sat 255 + 1 is 0 in eight bits
; 256 is 0 modulo 256.
;< {"values": {"x": "#x00"}, "sorts": {"x": "(_ BitVec 8)"}}
(declare-const x (_ BitVec 8))
(assert (= x (bvadd #xff #x01)))

;;; sat a width that no hexadecimal digit divides is written in bits
; 5 is 101.
;< {"values": {"x": "#b101"}}
(declare-const x (_ BitVec 3))
(assert (= x #b101))

;;; unsat no number is smaller than 0 without a sign
; Unsigned, 0 is the least.
(declare-const x (_ BitVec 16))
(assert (bvult x #x0000))

;;; sat with a sign half of them are smaller than 0
; As a signed number #x80 is -128, the least of all; only #x80 and what lies
; up to #xff is below 0, and one less than #x81 is #x80.
;< {"values": {"x": "#x80"}}
(declare-const x (_ BitVec 8))
(assert (bvslt x #x81))

;;; sat minus the least number is itself
; -(-128) = 128 = -128 modulo 256, and the only other such number is 0.
;< {"values": {"x": "#x80"}}
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (= (bvneg x) x))
(assert (not (= x #x00)))

;;; unsat the lowest bit of a square minus a number
; x^2 - x = x(x - 1) is even, one factor is.
(declare-const x (_ BitVec 8))
(assert (= ((_ extract 0 0) (bvsub (bvmul x x) x)) #b1))

;;; sat the trick that clears the lowest bit
; x & (x - 1) clears the lowest one; 0 is left for powers of 2 only, and
; between 33 and 127 that is 64.
;< {"values": {"x": "#x40"}}
(declare-const x (_ BitVec 8))
(assert (= (bvand x (bvsub x #x01)) #x00))
(assert (bvult #x21 x))
(assert (bvult x #x7f))

;;; unsat adding without a carry
; x + y = (x xor y) + 2 (x and y), always.
(declare-const x (_ BitVec 6))
(declare-const y (_ BitVec 6))
(assert (not (= (bvadd x y)
	(bvadd (bvxor x y) (bvshl (bvand x y) #b000001)))))

;;; sat pieces put together
; #xab is the upper byte, so x is #xab with anything, here #xcd.
;< {"values": {"x": "#xabcd"}}
(declare-const x (_ BitVec 16))
(assert (= ((_ extract 15 8) x) #xab))
(assert (= ((_ extract 7 0) x) #xcd))

;;; sat longer with zeros and with the sign
; 1000 with zeros is 8, with its sign it is 11111000.
;< {"values": {"z": "#x08", "s": "#xf8"}}
(declare-const z (_ BitVec 8))
(declare-const s (_ BitVec 8))
(assert (= z ((_ zero_extend 4) #x8)))
(assert (= s ((_ sign_extend 4) #x8)))

;;; sat division by zero is all ones
; SMT-LIB: bvudiv by 0 is all ones, and the remainder is the dividend.
;< {"values": {"q": "#xff", "r": "#x2a"}}
(declare-const q (_ BitVec 8))
(declare-const r (_ BitVec 8))
(assert (= q (bvudiv #x2a #x00)))
(assert (= r (bvurem #x2a #x00)))

;;; sat signed division rounds towards zero
; -7 / 2 = -3, the rest has the sign of the dividend: -1; modulo it is 1.
;< {"values": {"q": "#xfd", "r": "#xff", "m": "#x01"}}
(declare-const q (_ BitVec 8))
(declare-const r (_ BitVec 8))
(declare-const m (_ BitVec 8))
(assert (= q (bvsdiv #xf9 #x02)))
(assert (= r (bvsrem #xf9 #x02)))
(assert (= m (bvsmod #xf9 #x02)))

;;; sat shifting beyond the width
; Everything is shifted out; an arithmetic shift leaves the sign.
;< {"values": {"l": "#x00", "a": "#xff"}}
(declare-const l (_ BitVec 8))
(declare-const a (_ BitVec 8))
(assert (= l (bvlshr #x90 #x09)))
(assert (= a (bvashr #x90 #x09)))

;;; unsat rotating all the way round
; Eight steps of a byte lead back to it.
(declare-const x (_ BitVec 8))
(assert (not (= ((_ rotate_left 8) x) x)))

;;; sat the middle of two numbers without overflow
; (200 + 100) / 2 in nine bits is 150, #x96.
;< {"values": {"m": "#x96"}}
(declare-const m (_ BitVec 8))
(assert (= m ((_ extract 8 1) (bvadd ((_ zero_extend 1) #xc8)
	((_ zero_extend 1) #x64)))))

;;; unsat an odd number times another gives an odd one
; The lowest bit of a product is the product of the lowest bits.
(declare-const x (_ BitVec 12))
(declare-const y (_ BitVec 12))
(assert (= ((_ extract 0 0) x) #b1))
(assert (= ((_ extract 0 0) y) #b1))
(assert (= ((_ extract 0 0) (bvmul x y)) #b0))

;;; sat the inverse of 3 modulo 256
; 3 * 171 = 513 = 2 * 256 + 1, and odd numbers have one inverse.
;< {"values": {"x": "#xab"}}
(declare-const x (_ BitVec 8))
(assert (= (bvmul x #x03) #x01))

;;; sat as numbers and back
; #xff is 255 without a sign; 300 is 44 modulo 256.
;< {"values": {"n": 255, "x": "#x2c"}}
(declare-const n Int)
(declare-const x (_ BitVec 8))
(assert (= n (bv2nat #xff)))
(assert (= x ((_ int2bv 8) 300)))

;;; sat numbers of a hundred bits
; 2^99 is a one and 99 zeros, in 25 hexadecimal digits.
;< {"values": {"x": "#x8000000000000000000000000"}}
(declare-const x (_ BitVec 100))
(assert (= x (bvshl (_ bv1 100) (_ bv99 100))))
