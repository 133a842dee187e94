; Satchel export, format 1
; session: sudoku
; revision: 6
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status unsat)
(set-logic ALL)

; item 0: 1 line
; name: grid
(declare-fun v (Int Int) Int)

; item 1: 7 lines
; name: row_digits
; note: The digits 1 to 9, each once.
(define-fun digit ((d Int)) Bool (<= 1 d 9))
(define-fun row_is_fine ((r Int)) Bool
  (and (digit (v r 1)) (digit (v r 2)) (digit (v r 3))
       (digit (v r 4)) (digit (v r 5)) (digit (v r 6))
       (digit (v r 7)) (digit (v r 8)) (digit (v r 9))
       (distinct (v r 1) (v r 2) (v r 3) (v r 4) (v r 5)
                 (v r 6) (v r 7) (v r 8) (v r 9))))

; item 2: 7 lines
; name: column_and_box
(define-fun column_is_fine ((c Int)) Bool
  (distinct (v 1 c) (v 2 c) (v 3 c) (v 4 c) (v 5 c)
            (v 6 c) (v 7 c) (v 8 c) (v 9 c)))
(define-fun box_is_fine ((r Int) (c Int)) Bool
  (distinct (v r c) (v r (+ c 1)) (v r (+ c 2))
            (v (+ r 1) c) (v (+ r 1) (+ c 1)) (v (+ r 1) (+ c 2))
            (v (+ r 2) c) (v (+ r 2) (+ c 1)) (v (+ r 2) (+ c 2))))

; item 3: 9 lines
; name: rules
(assert (and (row_is_fine 1) (row_is_fine 2) (row_is_fine 3)
             (row_is_fine 4) (row_is_fine 5) (row_is_fine 6)
             (row_is_fine 7) (row_is_fine 8) (row_is_fine 9)))
(assert (and (column_is_fine 1) (column_is_fine 2) (column_is_fine 3)
             (column_is_fine 4) (column_is_fine 5) (column_is_fine 6)
             (column_is_fine 7) (column_is_fine 8) (column_is_fine 9)))
(assert (and (box_is_fine 1 1) (box_is_fine 1 4) (box_is_fine 1 7)
             (box_is_fine 4 1) (box_is_fine 4 4) (box_is_fine 4 7)
             (box_is_fine 7 1) (box_is_fine 7 4) (box_is_fine 7 7)))

; item 4: 9 lines
; name: givens
(assert (and (= (v 1 1) 5) (= (v 1 2) 3) (= (v 1 5) 7)))
(assert (and (= (v 2 1) 6) (= (v 2 4) 1) (= (v 2 5) 9) (= (v 2 6) 5)))
(assert (and (= (v 3 2) 9) (= (v 3 3) 8) (= (v 3 8) 6)))
(assert (and (= (v 4 1) 8) (= (v 4 5) 6) (= (v 4 9) 3)))
(assert (and (= (v 5 1) 4) (= (v 5 4) 8) (= (v 5 6) 3) (= (v 5 9) 1)))
(assert (and (= (v 6 1) 7) (= (v 6 5) 2) (= (v 6 9) 6)))
(assert (and (= (v 7 2) 6) (= (v 7 7) 2) (= (v 7 8) 8)))
(assert (and (= (v 8 4) 4) (= (v 8 5) 1) (= (v 8 6) 9) (= (v 8 9) 5)))
(assert (and (= (v 9 5) 8) (= (v 9 8) 7) (= (v 9 9) 9)))

; item 5: 1 line
; name: slip
; note: copied wrongly
(assert (= (v 5 5) 2))

; end of items
(check-sat)
