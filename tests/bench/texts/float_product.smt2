; a product of two floats
(set-info :status sat)
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 8 24))
(declare-const y (_ FloatingPoint 8 24))
(assert (fp.eq (fp.mul RNE x y) ((_ to_fp 8 24) RNE 3.7)))
(assert (fp.lt ((_ to_fp 8 24) RNE 1.0) x))
(assert (fp.lt x y))
(check-sat)
