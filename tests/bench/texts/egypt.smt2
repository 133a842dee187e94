; three unit fractions
(set-info :status sat)
(set-logic QF_NIA)
(declare-const a Int)(declare-const b Int)(declare-const c Int)(assert (< 0 a b c 200))(assert (= (* 17 a b c) (* 20 (+ (* a b) (* b c) (* a c)))))
(check-sat)
