; Satchel export, format 1
; session: shed
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 8 lines
; name: tasks
; note: How many days each takes, and how many people.
; data: {"n":7,"task":["ground","walls","roof","wiring","windows","paint","path"],"duration":[3,4,3,2,2,2,4],"people":[2,2,3,1,1,1,2]}
(define-fun n () Int 7)
(declare-fun task!outside (Int) String)
(define-fun task ((i Int)) String (ite (= i 1) "ground" (ite (= i 2) "walls" (ite (= i 3) "roof" (ite (= i 4) "wiring" (ite (= i 5) "windows" (ite (= i 6) "paint" (ite (= i 7) "path" (task!outside i)))))))))
(declare-fun duration!outside (Int) Int)
(define-fun duration ((i Int)) Int (ite (= i 1) 3 (ite (= i 2) 4 (ite (= i 3) 3 (ite (= i 4) 2 (ite (= i 5) 2 (ite (= i 6) 2 (ite (= i 7) 4 (duration!outside i)))))))))
(declare-fun people!outside (Int) Int)
(define-fun people ((i Int)) Int (ite (= i 1) 2 (ite (= i 2) 2 (ite (= i 3) 3 (ite (= i 4) 1 (ite (= i 5) 1 (ite (= i 6) 1 (ite (= i 7) 2 (people!outside i)))))))))

; item 1: 5 lines
; name: plan
; note: The day on which each begins, and the day of the end.
(declare-fun start (Int) Int)
(declare-const finished Int)
(assert (forall ((t Int)) (=> (<= 1 t n)
  (and (<= 0 (start t)) (<= (+ (start t) (duration t)) finished)))))
(assert (<= 0 finished 40))

; item 2: 3 lines
; name: order
; note: Walls stand on the ground, the roof on the walls, and so on.
(define-fun after ((b Int) (a Int)) Bool
  (>= (start b) (+ (start a) (duration a))))
(assert (and (after 2 1) (after 3 2) (after 4 2) (after 5 2) (after 6 5)))

; item 3: 6 lines
; name: crew
; note: There are three people.
(define-fun busy ((t Int) (day Int)) Int
  (ite (and (<= (start t) day) (< day (+ (start t) (duration t))))
    (people t) 0))
(define-fun-rec busy_to ((t Int) (day Int)) Int
  (ite (< t 1) 0 (+ (busy t day) (busy_to (- t 1) day))))
(assert (forall ((t Int)) (=> (<= 1 t n) (<= (busy_to n (start t)) 3))))

; item 4: 1 line
; name: soon
(minimize finished)

; end of items
(check-sat)
(get-model)
