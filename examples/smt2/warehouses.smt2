; Satchel export, format 1
; session: warehouses
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 9 lines
; name: costs
; data: {"shops":6,"sites":4,"rent":[60,55,45,140],"room":[3,4,2,5],"way":[[10,24,31,18],[14,12,27,22],[28,9,13,25],[33,20,8,15],[21,30,16,7],[17,26,35,11]]}
(define-fun shops () Int 6)
(define-fun sites () Int 4)
(declare-fun rent!outside (Int) Int)
(define-fun rent ((i Int)) Int (ite (= i 1) 60 (ite (= i 2) 55 (ite (= i 3) 45 (ite (= i 4) 140 (rent!outside i))))))
(declare-fun room!outside (Int) Int)
(define-fun room ((i Int)) Int (ite (= i 1) 3 (ite (= i 2) 4 (ite (= i 3) 2 (ite (= i 4) 5 (room!outside i))))))
(declare-fun way!outside (Int Int) Int)
(define-fun way ((i Int) (j Int)) Int (ite (= i 1) (ite (= j 1) 10 (ite (= j 2) 24 (ite (= j 3) 31 (ite (= j 4) 18 (way!outside i j))))) (ite (= i 2) (ite (= j 1) 14 (ite (= j 2) 12 (ite (= j 3) 27 (ite (= j 4) 22 (way!outside i j))))) (ite (= i 3) (ite (= j 1) 28 (ite (= j 2) 9 (ite (= j 3) 13 (ite (= j 4) 25 (way!outside i j))))) (ite (= i 4) (ite (= j 1) 33 (ite (= j 2) 20 (ite (= j 3) 8 (ite (= j 4) 15 (way!outside i j))))) (ite (= i 5) (ite (= j 1) 21 (ite (= j 2) 30 (ite (= j 3) 16 (ite (= j 4) 7 (way!outside i j))))) (ite (= i 6) (ite (= j 1) 17 (ite (= j 2) 26 (ite (= j 3) 35 (ite (= j 4) 11 (way!outside i j))))) (way!outside i j))))))))

; item 1: 4 lines
; name: choice
(declare-fun from (Int) Int)
(declare-fun open (Int) Bool)
(assert (forall ((s Int)) (=> (<= 1 s shops) (<= 1 (from s) sites))))
(assert (forall ((s Int) (w Int)) (=> (and (<= 1 s shops) (<= 1 w sites) (= (from s) w)) (open w))))

; item 2: 3 lines
; name: room
; note: no warehouse serves more shops than it has room for
(define-fun-rec served ((w Int) (s Int)) Int
  (ite (< s 1) 0 (+ (ite (= (from s) w) 1 0) (served w (- s 1)))))
(assert (forall ((w Int)) (=> (<= 1 w sites) (<= (served w shops) (room w)))))

; item 3: 3 lines
; name: cost
(define-fun-rec ways ((s Int)) Int (ite (< s 1) 0 (+ (way s (from s)) (ways (- s 1)))))
(define-fun-rec rents ((w Int)) Int (ite (< w 1) 0 (+ (ite (open w) (rent w) 0) (rents (- w 1)))))
(minimize (+ (ways shops) (rents sites)))

; end of items
(check-sat)
(get-model)
