; Texts with several checks, scopes and questions between them.

;;; unsat a scope that adds what is too much
; x > 5 alone can be, with x < 3 it cannot; the last check counts.
;< {"checks": [{"status": "sat"}, {"status": "unsat"}]}
(declare-const x Int)
(assert (> x 5))
(check-sat)
(push)
(assert (< x 3))
(check-sat)

;;; sat a scope that is left again
; After pop only x > 5 and x = 6 hold.
;< {"values": {"x": 6}, "checks": [{"status": "unsat"}, {"status": "sat"}]}
(declare-const x Int)
(assert (> x 5))
(push 1)
(assert (< x 3))
(check-sat)
(pop 1)
(assert (= x 6))
(check-sat)

;;; sat declarations end with their scope
; y may be declared twice, with two sorts, in two scopes.
;< {"values": {"y": true}}
(declare-const x Int)
(push)
(declare-const y Int)
(assert (= x y))
(check-sat)
(pop)
(push)
(declare-const y Bool)
(assert y)
(check-sat)

;;; unsat assumptions for one check
; p => q is fine with p, and not with p and not q.
;< {"checks": [{"status": "sat"}, {"status": "unsat"}]}
(declare-const p Bool)
(declare-const q Bool)
(assert (=> p q))
(check-sat-assuming (p))
(check-sat-assuming (p (not q)))

;;; sat assumptions leave nothing behind
; After the refuted assumption the assertions alone are satisfiable.
;< {"checks": [{"status": "unsat"}, {"status": "sat"}], "values": {"p": true}}
(declare-const p Bool)
(assert p)
(check-sat-assuming ((not p)))
(check-sat)

;;; sat values of terms
; 3 and 4, so the sum is 7 and the product 12.
;< {"output": ~"(+ x y) 7"}
;< {"output": ~"(* x y) 12"}
(declare-const x Int)
(declare-const y Int)
(assert (= x 3))
(assert (= y 4))
(check-sat)
(get-value ((+ x y) (* x y)))

;;; sat an echo stands where it was
; Between the checks.
;< {"checks": [{"output": ~"half way"}, {"status": "sat"}]}
(declare-const x Int)
(check-sat)
(echo "half way")
(assert (> x 0))
(check-sat)

;;; unsat a core by labels
; a and c contradict each other, b is not needed.
;< {"core": [{"label": "a", "assertion": 0}, {"label": "c", "assertion": 2}]}
(set-option :produce-unsat-cores true)
(declare-const x Int)
(assert (! (> x 5) :named a))
(assert (! (> x 6) :named b))
(assert (! (< x 5) :named c))
(check-sat)
(get-unsat-core)

;;; sat after the assertions are reset
; Only what comes behind counts, and x may be declared again.
;< {"values": {"x": 1}, "checks": [{"status": "unsat"}, {"status": "sat"}]}
(declare-const x Int)
(assert (< x x))
(check-sat)
(reset-assertions)
(declare-const x Int)
(assert (= x 1))
(check-sat)

;;; sat after the assertions are reset the declarations may be used
; libz3 keeps them.
;< {"values": {"x": 2}, "checks": [{"status": "unsat"}, {"status": "sat"}]}
(declare-const x Int)
(assert (< x x))
(check-sat)
(reset-assertions)
(assert (= x 2))
(check-sat)

;;; unsat global declarations outlive their scope
; a means that x is above itself, also behind the pop; the assertion of it ends
; with its scope.
;< {"checks": [{"status": "unsat"}, {"status": "sat"}, {"status": "unsat"}]}
(set-option :global-declarations true)
(push 1)
(declare-const x Int)
(define-fun a () Bool (> x x))
(assert a)
(check-sat)
(pop 1)
(check-sat)
(assert a)
(check-sat)

;;; sat the values are those of the last check
; 1 at first, 2 at last.
;< {"values": {"x": 2}}
(declare-const x Int)
(push)
(assert (= x 1))
(check-sat)
(get-model)
(pop)
(assert (= x 2))
(check-sat)
(get-model)

;;; unsat scopes in scopes
; Three levels; the innermost makes it 1 < x < 2, and two are left again.
;< {"checks": [{"status": "unsat"}, {"status": "sat"}, {"status": "unsat"}]}
(declare-const x Int)
(push)
(assert (> x 1))
(push)
(assert (< x 2))
(check-sat)
(pop)
(check-sat)
(pop)
(assert (distinct x x))
(check-sat)

;;; sat simplify says what a term is
; 2 + 3 is 5.
;< {"output": ~"5"}
(declare-const x Int)
(simplify (+ 2 3))
(check-sat)

;;; sat an optimum in a scope and one outside
; 4 inside of the scope, 9 outside.
;< {"values": {"x": 9}, "objectives": [{"value": 9, "optimal": true}]}
(declare-const x Int)
(assert (< x 10))
(push)
(assert (< x 5))
(maximize x)
(check-sat)
(pop)
(maximize x)
(check-sat)

;;; unknown a power with two unknowns
; 2^y = 7.5 has a solution, but libz3 cannot compute with exponents that are not
; whole numbers, and says so.
;< {"reason": {"code": "incomplete"}}
(declare-const x Real)
(declare-const y Real)
(assert (= (^ x y) 7.5))
(assert (> y x 1.5))
(check-sat)

;;; sat values of what has no solution
; x < x never holds; what is asked of that answer takes nothing from it, nor
; from the next one.
;< {"checks": [{"status": "unsat", "output": "; get-value: the answer is unsat\n; get-objectives: the answer is unsat\n"}, {"status": "sat"}]}
(declare-const x Int)
(push)
(assert (< x x))
(minimize x)
(check-sat)
(get-value (x))
(get-objectives)
(pop)
(check-sat)
(get-unsat-assumptions)

;;; sat a name of a scope, declared again behind reset-assertions
; The scope is left standing, and so is x; g becomes a number.
;< {"values": {"x": true, "g": 3}}
(declare-const x Bool)
(push 1)
(declare-const g Bool)
(assert (not x))
(reset-assertions)
(declare-const g Int)
(assert x)
(assert (= g 3))
(check-sat)

;;; unsat what a scope has declared, behind reset-assertions
; As in libz3, declarations and scopes stay until they are left: x is known in the
; first check, and nothing is asserted in the second.
;< {"checks": [{"status": "unsat"}, {"status": "sat"}, {"status": "unsat"}]}
(push 1)
(declare-const x Bool)
(assert x)
(reset-assertions)
(assert x)
(push 1)
(assert (not x))
(check-sat)
(pop 2)
(check-sat)
(assert false)
(check-sat)
