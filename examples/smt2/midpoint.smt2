; Satchel export, format 1
; session: midpoint
; revision: 5
; made by: Satchel 0.1.0
(set-logic ALL)

; item 0: 2 lines
; name: numbers
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))

; item 1: 4 lines
; name: meant
(define-fun meant () (_ BitVec 32)
  ((_ extract 31 0)
    (bvlshr (bvadd ((_ zero_extend 1) a) ((_ zero_extend 1) b))
            (_ bv1 33))))

; item 2: 1 line
; name: naive
(define-fun naive () (_ BitVec 32) (bvlshr (bvadd a b) #x00000001))

; item 3: 2 lines
; name: tricky
(define-fun tricky () (_ BitVec 32)
  (bvadd (bvand a b) (bvlshr (bvxor a b) #x00000001)))

; item 4: 2 lines
; name: difference
(define-fun difference () (_ BitVec 32)
  (bvadd a (bvlshr (bvsub b a) #x00000001)))

; end of items
(check-sat)
