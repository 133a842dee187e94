; products, shifts and remainders of words
(set-info :status sat)
(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(declare-const z (_ BitVec 32))
(assert (= (bvadd (bvmul x y) (bvlshr z #x00000003)) #x12345678))
(assert (= (bvurem x #x000003e9) #x00000011))
(assert (bvult y z))
(assert (= (bvxor (bvshl x #x00000002) z) (bvmul y y)))
(check-sat)
