; quotient and remainder, at ten bits
(set-info :status unsat)
(set-logic QF_BV)
(declare-const x (_ BitVec 10))
(declare-const y (_ BitVec 10))
(assert (not (= y (_ bv0 10))))(assert (not (= x (bvadd (bvmul (bvudiv x y) y) (bvurem x y)))))
(check-sat)
