; Satchel export, format 1
; session: shifts
; revision: 8
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status unsat)
(set-logic ALL)

; item 0: 4 lines
; name: days
; note: Who is on duty on which day.
(declare-datatype Person ((Ann) (Bob) (Cem)))
(declare-const mon Person) (declare-const tue Person)
(declare-const wed Person) (declare-const thu Person)
(declare-const fri Person)

; item 1: 2 lines
; name: rest
; note: Nobody works two days in a row.
(assert (and (distinct mon tue) (distinct tue wed)
             (distinct wed thu) (distinct thu fri)))

; item 2: 1 line
; name: ann_away
; note: Ann is away on Tuesday and on Thursday.
(assert (and (distinct tue Ann) (distinct thu Ann)))

; item 3: 1 line
; name: cem_school
; note: Cem is at school on Tuesday and on Thursday.
(assert (and (distinct tue Cem) (distinct thu Cem)))

; item 4: 4 lines
; name: bob_once
; note: Bob works one day at most.
(define-fun days_of ((p Person)) Int
  (+ (ite (= mon p) 1 0) (ite (= tue p) 1 0) (ite (= wed p) 1 0)
     (ite (= thu p) 1 0) (ite (= fri p) 1 0)))
(assert (<= (days_of Bob) 1))

; item 5: 1 line
; name: all_work
; note: Ann and Cem work at least once.
(assert (and (> (days_of Ann) 0) (> (days_of Cem) 0)))

; end of items
(check-sat)
