; a brick with whole diagonals
(set-info :status sat)
(set-logic QF_NIA)
(declare-const a Int)(declare-const b Int)(declare-const c Int)(declare-const p Int)(declare-const q Int)(declare-const r Int)(assert (< 0 a b c 300))(assert (and (< 0 p 1000) (< 0 q 1000) (< 0 r 1000)))(assert (= (+ (* a a) (* b b)) (* p p)))(assert (= (+ (* a a) (* c c)) (* q q)))(assert (= (+ (* c c) (* b b)) (* r r)))
(check-sat)
