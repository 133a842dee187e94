; a group where all squares are one is commutative
(set-info :status unsat)
(set-logic UF)
(declare-sort G 0)(declare-fun m (G G) G)(declare-const e G)(declare-fun inv (G) G)
(assert (forall ((x G) (y G) (z G)) (= (m x (m y z)) (m (m x y) z))))(assert (forall ((x G)) (= (m e x) x)))(assert (forall ((x G)) (= (m (inv x) x) e)))(assert (forall ((x G)) (= (m x x) e)))(declare-const a G)(declare-const b G)(assert (not (= (m a b) (m b a))))
(check-sat)
