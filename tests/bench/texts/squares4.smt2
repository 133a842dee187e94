; a sum of four squares
(set-info :status sat)
(set-logic QF_NIA)
(declare-const a Int)(declare-const b Int)(declare-const c Int)(declare-const d Int)
(assert (< 0 a b c d 400))
(assert (= (+ (* a a) (* b b) (* c c) (* d d)) 123457))
(check-sat)
