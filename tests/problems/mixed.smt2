; Several theories at once.

;;; sat a list of strings with lengths
; The head has two letters, and "xy" and "z" make "xyz".
;< {"values": {"s": "xyz", "n": 3}}
(declare-datatype Words ((none) (more (word String) (rest Words))))
(declare-const w Words)
(declare-const s String)
(declare-const n Int)
(assert (= w (more "xy" (more "z" none))))
(assert (= s (str.++ (word w) (word (rest w)))))
(assert (= n (str.len s)))

;;; unsat a function of arrays
; a with its own value written back is a, so f has one value.
(declare-fun f ((Array Int Int)) Int)
(declare-const a (Array Int Int))
(declare-const i Int)
(assert (not (= (f a) (f (store a i (select a i))))))

;;; sat an array of records
; Account 7 holds 100 - 30.
;< {"values": {"left": 70}}
(declare-datatype Account ((account (owner String) (balance Int))))
(declare-const bank (Array Int Account))
(declare-const left Int)
(assert (= (select bank 7) (account "Ada" 100)))
(assert (= left (- (balance (select bank 7)) 30)))

;;; unsat a sorted array with a larger element in front
; a[0] <= a[1] <= a[2] from the quantifier, but a[0] > a[2].
(declare-const a (Array Int Int))
(assert (forall ((i Int)) (=> (<= 0 i 1) (<= (select a i) (select a (+ i 1))))))
(assert (> (select a 0) (select a 2)))

;;; sat bits of a number
; 6 is 110: bit 1 and bit 2.
;< {"values": {"x": "#b110", "n": 6}}
(declare-const x (_ BitVec 3))
(declare-const n Int)
(assert (= n (bv2nat x)))
(assert (= n (* 2 3)))

;;; sat an option with a real in it
; Three quarters.
;< {"values": {"r": "3/4"}}
(declare-datatypes ((Option 1)) ((par (T) ((none) (some (the T))))))
(declare-const o (Option Real))
(declare-const r Real)
(assert (= o (some 0.75)))
(assert (= r (the o)))

;;; unsat a string that is as long as its number says, twice
; |s| = n and |s| = n + 1.
;< {"core": [{}, {}], "core_minimal": true}
(declare-const s String)
(declare-const n Int)
(assert (= (str.len s) n))
(assert (= (str.len s) (+ n 1)))
(assert (> n 2))

;;; sat functions from sequences
; The function is asked for the sequence 1 2.
;< {"values": {"n": 9}}
(declare-fun f ((Seq Int)) Int)
(declare-const n Int)
(assert (= (f (seq.++ (seq.unit 1) (seq.unit 2))) 9))
(assert (= n (f (seq.++ (seq.unit 1) (seq.unit 2)))))

;;; sat a function whose values are arrays
; Row 2, place 3 holds 5.
;< {"values": {"x": 5}}
(declare-fun row (Int) (Array Int Int))
(declare-const x Int)
(assert (= (row 2) ((as const (Array Int Int)) 5)))
(assert (= x (select (row 2) 3)))

;;; sat a quadratic in a record
; A square of side s with area 49.
;< {"values": {"s": 7}}
(declare-datatype Square ((square (side Int))))
(declare-const q Square)
(declare-const s Int)
(assert (= s (side q)))
(assert (> s 0))
(assert (= (* s s) 49))

;;; unsat a float that is not an integer among whole ones
; x is 1/2 exactly, and rounded to a whole number it is 0 or 1, never 1/2.
(declare-const x Float16)
(declare-const m RoundingMode)
(assert (fp.eq x ((_ to_fp 5 11) RNE 0.5)))
(assert (= (fp.roundToIntegral m x) x))

;;; unsat a sort of one's own has the name of one that the logic lacks
; Both sets have all members, so they are one; QF_UF has no sort Set of its own.
;< {"core": [{}, {}], "core_minimal": true}
(set-logic QF_UF)
(declare-sort Set 0)
(declare-const a Set)
(declare-const b Set)
(declare-const all Set)
(assert (and (= a all) (= b all)))
(assert (distinct a b))

;;; sat its elements are told under that name
; Nothing says that the two are the same.
;< {"sorts": {"left": "Array", "right": "Array"}}
(set-logic QF_UF)
(declare-sort Array 0)
(declare-const left Array)
(declare-const right Array)
(assert (distinct left right))
