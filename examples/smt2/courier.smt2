; Satchel export, format 1
; session: courier
; revision: 2
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 8 lines
; data: {"n":9,"open":[0,30,10,60,20,90,50,120,40],"close":[0,80,60,130,90,170,120,190,140],"way":[[0,12,9,20,15,24,18,27,14],[12,0,8,11,17,19,10,22,16],[9,8,0,14,9,21,13,25,11],[20,11,14,0,16,8,12,13,19],[15,17,9,16,0,18,11,23,7],[24,19,21,8,18,0,13,9,20],[18,10,13,12,11,13,0,15,9],[27,22,25,13,23,9,15,0,21],[14,16,11,19,7,20,9,21,0]]}
(define-fun n () Int 9)
(declare-fun open!outside (Int) Int)
(define-fun open ((i Int)) Int (ite (= i 1) 0 (ite (= i 2) 30 (ite (= i 3) 10 (ite (= i 4) 60 (ite (= i 5) 20 (ite (= i 6) 90 (ite (= i 7) 50 (ite (= i 8) 120 (ite (= i 9) 40 (open!outside i)))))))))))
(declare-fun close!outside (Int) Int)
(define-fun close ((i Int)) Int (ite (= i 1) 0 (ite (= i 2) 80 (ite (= i 3) 60 (ite (= i 4) 130 (ite (= i 5) 90 (ite (= i 6) 170 (ite (= i 7) 120 (ite (= i 8) 190 (ite (= i 9) 140 (close!outside i)))))))))))
(declare-fun way!outside (Int Int) Int)
(define-fun way ((i Int) (j Int)) Int (ite (= i 1) (ite (= j 1) 0 (ite (= j 2) 12 (ite (= j 3) 9 (ite (= j 4) 20 (ite (= j 5) 15 (ite (= j 6) 24 (ite (= j 7) 18 (ite (= j 8) 27 (ite (= j 9) 14 (way!outside i j)))))))))) (ite (= i 2) (ite (= j 1) 12 (ite (= j 2) 0 (ite (= j 3) 8 (ite (= j 4) 11 (ite (= j 5) 17 (ite (= j 6) 19 (ite (= j 7) 10 (ite (= j 8) 22 (ite (= j 9) 16 (way!outside i j)))))))))) (ite (= i 3) (ite (= j 1) 9 (ite (= j 2) 8 (ite (= j 3) 0 (ite (= j 4) 14 (ite (= j 5) 9 (ite (= j 6) 21 (ite (= j 7) 13 (ite (= j 8) 25 (ite (= j 9) 11 (way!outside i j)))))))))) (ite (= i 4) (ite (= j 1) 20 (ite (= j 2) 11 (ite (= j 3) 14 (ite (= j 4) 0 (ite (= j 5) 16 (ite (= j 6) 8 (ite (= j 7) 12 (ite (= j 8) 13 (ite (= j 9) 19 (way!outside i j)))))))))) (ite (= i 5) (ite (= j 1) 15 (ite (= j 2) 17 (ite (= j 3) 9 (ite (= j 4) 16 (ite (= j 5) 0 (ite (= j 6) 18 (ite (= j 7) 11 (ite (= j 8) 23 (ite (= j 9) 7 (way!outside i j)))))))))) (ite (= i 6) (ite (= j 1) 24 (ite (= j 2) 19 (ite (= j 3) 21 (ite (= j 4) 8 (ite (= j 5) 18 (ite (= j 6) 0 (ite (= j 7) 13 (ite (= j 8) 9 (ite (= j 9) 20 (way!outside i j)))))))))) (ite (= i 7) (ite (= j 1) 18 (ite (= j 2) 10 (ite (= j 3) 13 (ite (= j 4) 12 (ite (= j 5) 11 (ite (= j 6) 13 (ite (= j 7) 0 (ite (= j 8) 15 (ite (= j 9) 9 (way!outside i j)))))))))) (ite (= i 8) (ite (= j 1) 27 (ite (= j 2) 22 (ite (= j 3) 25 (ite (= j 4) 13 (ite (= j 5) 23 (ite (= j 6) 9 (ite (= j 7) 15 (ite (= j 8) 0 (ite (= j 9) 21 (way!outside i j)))))))))) (ite (= i 9) (ite (= j 1) 14 (ite (= j 2) 16 (ite (= j 3) 11 (ite (= j 4) 19 (ite (= j 5) 7 (ite (= j 6) 20 (ite (= j 7) 9 (ite (= j 8) 21 (ite (= j 9) 0 (way!outside i j)))))))))) (way!outside i j)))))))))))

; item 1: 13 lines
; name: rules
(declare-fun stop (Int) Int)
(declare-fun time (Int) Int)
(define-fun step ((k Int)) Bool (<= 1 k n))
(assert (= (stop 1) (stop (+ n 1)) 1))
(assert (= (time 1) 0))
(assert (forall ((k Int)) (=> (step k) (<= 1 (stop k) n))))
(assert (forall ((k Int)) (=> (<= 2 k n)
  (<= (open (stop k)) (time k) (close (stop k))))))
(assert (forall ((k Int) (l Int)) (=> (and (step k) (step l) (< k l))
  (distinct (stop k) (stop l)))))
(assert (forall ((k Int)) (=> (step k) (and (<= (time (+ k 1)) 300)
  (>= (time (+ k 1)) (+ (time k) 5 (way (stop k) (stop (+ k 1)))))))))
(minimize (time (+ n 1)))

; end of items
(check-sat)
(get-model)
