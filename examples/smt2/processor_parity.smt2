; Satchel export, format 1
; session: parity
; revision: 10
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status unsat)
(set-logic ALL)

; item 0: 2 lines
; name: start
; note: R0 and the memory may hold anything.
(declare-const R0 (_ BitVec 8))
(declare-const mem (Array (_ BitVec 3) (_ BitVec 8)))

; item 1: 1 line
; name: load
; note: 1. LOAD R1, [R0]
(define-fun R1 () (_ BitVec 8) (select mem ((_ extract 2 0) R0)))

; item 2: 1 line
; name: xor
; note: 2. XOR R2, R1, R0
(define-fun R2 () (_ BitVec 8) (bvxor R1 R0))

; item 3: 1 line
; name: and
; note: 3. AND R3, R2, #1
(define-fun R3 () (_ BitVec 8) (bvand R2 #x01))

; item 4: 4 lines
; name: rest
; note: 4. STORE R3, [R0+1]; 5. COND(ZERO) OR R2, R2, #1
(define-fun zero () Bool (= R3 #x00))
(define-fun mem_after () (Array (_ BitVec 3) (_ BitVec 8))
  (store mem (bvadd ((_ extract 2 0) R0) #b001) R3))
(define-fun R2_after () (_ BitVec 8) (ite zero (bvor R2 #x01) R2))

; item 5: 5 lines
; name: parity
; note: 1 if the number of 1 bits is odd
(define-fun parity ((v (_ BitVec 8))) (_ BitVec 1)
  (bvxor ((_ extract 0 0) v) ((_ extract 1 1) v)
         ((_ extract 2 2) v) ((_ extract 3 3) v)
         ((_ extract 4 4) v) ((_ extract 5 5) v)
         ((_ extract 6 6) v) ((_ extract 7 7) v)))

; item 6: 1 line
; name: differs
; note: The property fails.
(assert (not (= ((_ extract 0 0) R3) (parity R0))))

; item 7: 1 line
; name: r0_is_zero
(assert (= R0 #x00))

; item 8: 1 line
; name: cell_is_zero
(assert (= (select mem #b000) #x00))

; end of items
(check-sat)
