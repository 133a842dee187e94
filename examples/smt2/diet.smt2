; Satchel export, format 1
; session: diet
; revision: 4
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 12 lines
; name: foods
; note: price, energy, protein and calcium of 100 g
; data: {"n":5,"food":{"csv":"name;price;kcal;protein;calcium\nbread;0,25;265;9;150\nmilk;0,11;64;3,3;120\nlentils;0,40;352;25;35\ncheese;1,20;402;25;720\noranges;0,30;47;0,9;40\n"}}
(define-fun n () Int 5)
(declare-fun food_name!outside (Int) String)
(define-fun food_name ((i Int)) String (ite (= i 1) "bread" (ite (= i 2) "milk" (ite (= i 3) "lentils" (ite (= i 4) "cheese" (ite (= i 5) "oranges" (food_name!outside i)))))))
(declare-fun food_price!outside (Int) Real)
(define-fun food_price ((i Int)) Real (ite (= i 1) 0.25 (ite (= i 2) 0.11 (ite (= i 3) 0.40 (ite (= i 4) 1.20 (ite (= i 5) 0.30 (food_price!outside i)))))))
(declare-fun food_kcal!outside (Int) Int)
(define-fun food_kcal ((i Int)) Int (ite (= i 1) 265 (ite (= i 2) 64 (ite (= i 3) 352 (ite (= i 4) 402 (ite (= i 5) 47 (food_kcal!outside i)))))))
(declare-fun food_protein!outside (Int) Real)
(define-fun food_protein ((i Int)) Real (ite (= i 1) 9.0 (ite (= i 2) 3.3 (ite (= i 3) 25.0 (ite (= i 4) 25.0 (ite (= i 5) 0.9 (food_protein!outside i)))))))
(declare-fun food_calcium!outside (Int) Int)
(define-fun food_calcium ((i Int)) Int (ite (= i 1) 150 (ite (= i 2) 120 (ite (= i 3) 35 (ite (= i 4) 720 (ite (= i 5) 40 (food_calcium!outside i)))))))

; item 1: 6 lines
; name: amounts
(declare-fun x (Int) Real)
(assert (forall ((i Int)) (=> (<= 1 i n) (<= 0.0 (x i) 4.0))))
(define-fun-rec price ((i Int)) Real (ite (< i 1) 0.0 (+ (* (food_price i) (x i)) (price (- i 1)))))
(define-fun-rec kcal ((i Int)) Real (ite (< i 1) 0.0 (+ (* (food_kcal i) (x i)) (kcal (- i 1)))))
(define-fun-rec protein ((i Int)) Real (ite (< i 1) 0.0 (+ (* (food_protein i) (x i)) (protein (- i 1)))))
(define-fun-rec calcium ((i Int)) Real (ite (< i 1) 0.0 (+ (* (food_calcium i) (x i)) (calcium (- i 1)))))

; item 2: 3 lines
; name: needs
; note: 2000 kcal, 60 g of protein, 1 g of calcium
(assert (>= (kcal n) 2000.0))
(assert (>= (protein n) 60.0))
(assert (>= (calcium n) 1000.0))

; item 3: 1 line
; name: cost
(minimize (price n))

; end of items
(check-sat)
(get-model)
