; two factors of a number, as Ints
(set-info :status sat)
(set-logic QF_NIA)
(declare-const x Int)(declare-const y Int)(assert (< 1 x y 20000))(assert (= (* x y) 4343027))
(check-sat)
