; a rounding error has a bound
(set-info :status unsat)
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 5 11))
(define-fun one () (_ FloatingPoint 5 11) ((_ to_fp 5 11) RNE 1.0))(assert (and (fp.leq one x) (fp.leq x ((_ to_fp 5 11) RNE 2.0))))
(assert (fp.gt (fp.mul RNE x (fp.div RNE one x)) ((_ to_fp 5 11) RNE 1.01)))
(check-sat)
