; Texts that are refused: each says where, and none has a status. The comment is
; what bare libz3 4.8.12 prints as the status of the same text, mostly a lie.

;;; fault 2:2 a misspelt command
; Bare libz3: sat.
;< ~"there is no command `asert`"
(declare-const x Int)
(asert (> x 5))
(check-sat)

;;; fault 2:2 a command in capitals
; Bare libz3: sat.
;< ~"there is no command `Assert`"
(declare-const x Int)
(Assert (< x x))
(check-sat)

;;; fault 2:2 a command of one letter too many
; Bare libz3: sat.
;< ~"there is no command `asserts`"
(declare-const x Int)
(asserts (< x x))
(check-sat)

;;; fault 2:2 a constraint that is no command
; Bare libz3: sat.
;< ~"this is a term, and a command is expected here"
(declare-const x Int)
(> x 5)
(check-sat)

;;; fault 2:12 a name that is not declared
; Bare libz3: sat.
;< ~"`y`"
(declare-const x Int)
(assert (> y 0))
(check-sat)

;;; fault 2:12 a name in other letters
; Bare libz3: sat.
;< ~"`Total`"
(declare-const total Int)
(assert (> Total 0))
(check-sat)

;;; fault 2:13 a function that is not declared
; Bare libz3: sat.
;< ~"`sqrt`"
(declare-const x Int)
(assert (= (sqrt x) 2))
(check-sat)

;;; fault 1:12 a name that is declared below
; Bare libz3: sat.
;< ~"`x`"
(assert (> x 0))
(declare-const x Int)
(check-sat)

;;; fault 4:12 a name of a scope that was left
; Bare libz3: sat.
;< ~"`x`"
(push)
(declare-const x Int)
(pop)
(assert (> x 0))
(check-sat)

;;; fault 2:14 a truth value where a number is expected [refused by 4.8 only]
; Bare libz3: sat.
;< ~"argument 2 of `>`"
(declare-const x Int)
(assert (> x true))
(check-sat)

;;; fault 2:9 a number where a truth value is due
; Bare libz3: sat.
;< ~"the asserted term `x`"
(declare-const x Int)
(assert x)
(check-sat)

;;; fault 2:14 a number under not
; Bare libz3: sat.
;< ~"argument 1 of `not`"
(declare-const x Int)
(assert (not x))
(check-sat)

;;; fault 2:15 a string plus a number
; Bare libz3: sat.
;< ~"argument 1 of `+`"
(declare-const s String)
(assert (= (+ s 1) 2))
(check-sat)

;;; fault 2:14 a string equal to a number
; Bare libz3: sat.
;< ~"`=`"
(declare-const s String)
(assert (= s 5))
(check-sat)

;;; fault 3:21 two widths of bit-vectors
; Bare libz3: sat.
;< ~"`b`"
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= (bvadd a b) a))
(check-sat)

;;; fault 2:21 integers in a bit-vector's sum
; Bare libz3: sat.
;< ~"`1`"
(declare-const a (_ BitVec 8))
(assert (= (bvadd a 1) a))
(check-sat)

;;; fault 2:15 plus for bit-vectors
; Bare libz3: sat.
;< ~"argument 1 of `+`"
(declare-const a (_ BitVec 8))
(assert (= (+ a a) a))
(check-sat)

;;; fault 2:12 less than for bit-vectors
; Bare libz3: sat.
;< ~"argument 1 of `<`"
(declare-const a (_ BitVec 8))
(assert (< a #x05))
(check-sat)

;;; fault 3:12 an enumeration compared by size
; Bare libz3: sat.
;< ~"argument 1 of `<`"
(declare-datatype Colour ((red) (green)))
(declare-const c Colour)
(assert (< c green))
(check-sat)

;;; fault 2:13 a function with too few arguments
; Bare libz3: sat.
;< ~"`f`"
(declare-fun f (Int Int) Int)
(assert (> (f 1) 0))
(check-sat)

;;; fault 2:13 a function with too many arguments
; Bare libz3: sat.
;< ~"`f`"
(declare-fun f (Int) Int)
(assert (> (f 1 2) 0))
(check-sat)

;;; fault 2:15 a function with an argument of another sort
; Bare libz3: sat.
;< ~"`f`"
(declare-fun f (Int) Int)
(assert (> (f true) 0))
(check-sat)

;;; fault 2:12 a function used as a constant
; Bare libz3: sat.
;< ~"argument 1 of `>`"
(declare-fun f (Int) Int)
(assert (> f 0))
(check-sat)

;;; fault 2:13 a constant used as a function
; Bare libz3: sat.
;< ~"`x`"
(declare-const x Int)
(assert (> (x 1) 0))
(check-sat)

;;; fault 3:9 not of two
; Bare libz3: sat.
;< ~"`not`"
(declare-const p Bool)
(declare-const q Bool)
(assert (not p q))
(check-sat)

;;; fault 2:10 ite of two
; Bare libz3: sat.
;< ~"`ite`"
(declare-const p Bool)
(assert (ite p p))
(check-sat)

;;; fault 2:19 ite of two sorts [refused by 4.8 only]
; Bare libz3: sat.
;< ~"the branches of `ite`"
(declare-const p Bool)
(assert (= (ite p 1 false) 1))
(check-sat)

;;; fault 2:12 select of two indices
; Bare libz3: sat.
;< ~"`select`"
(declare-const a (Array Int Int))
(assert (= (select a 1 2) 0))
(check-sat)

;;; fault 2:12 select of no array
; Bare libz3: sat.
;< ~"`select`"
(declare-const x Int)
(assert (= (select x 1) 0))
(check-sat)

;;; fault 2:12 store of a wrong value
; Bare libz3: sat.
;< ~"an index or element of `store`"
(declare-const a (Array Int Int))
(assert (= (store a 1 true) a))
(check-sat)

;;; fault 2:1 a parenthesis too few
; Bare libz3: no status.
;< ~"the parentheses are unbalanced"
(declare-const x Int)
(assert (> x 5)
(check-sat)

;;; fault 2:17 a parenthesis too many
; Bare libz3: sat.
;< ~"the parentheses are unbalanced: this `)`"
(declare-const x Int)
(assert (> x 5)))
(check-sat)

;;; fault 3:1 the last parenthesis is missing
; Bare libz3: no status.
;< ~"the parentheses are unbalanced"
(declare-const x Int)
(assert (> x 5))
(check-sat

;;; fault 2:14 a string without its end
; Bare libz3: no status.
;< ~"the string that begins"
(declare-const s String)
(assert (= s "abc))
(check-sat)

;;; fault 1:16 a quoted name without its end
; Bare libz3: no status.
;< ~"the quoted name that begins with this `|`"
(declare-const |my x Int)
(check-sat)

;;; fault 3:2 words behind exit
; Bare libz3: sat.
;< ~"`exit`"
(declare-const x Int)
(check-sat)
(exit)
(assert (< x x))
(check-sat)

;;; fault 2:2 exit in the middle
; Bare libz3: no status.
;< ~"`exit`"
(declare-const x Int)
(exit)
(assert (< x x))
(check-sat)

;;; fault 1:2 include
; Bare libz3: sat.
;< ~"`include`"
(include "axioms.smt2")
(check-sat)

;;; fault 3:2 a tactic
; Bare libz3: sat.
;< ~"`check-sat-using`"
(declare-const x Int)
(assert (> x 5))
(check-sat-using smt)

;;; fault 3:2 apply
; Bare libz3: sat.
;< ~"`apply`"
(declare-const x Int)
(assert (> x 5))
(apply simplify)
(check-sat)

;;; fault 2:2 reset
; Bare libz3: sat.
;< ~"`reset`"
(declare-const x Int)
(reset)
(check-sat)

;;; fault 3:2 get-proof
; Bare libz3: unsat.
;< ~"`get-proof`"
(assert false)
(check-sat)
(get-proof)

;;; fault 1:2 a rule of Datalog
; Bare libz3: sat.
;< ~"`declare-rel`"
(declare-rel p (Int))
(rule (p 1))
(check-sat)

;;; fault 3:1 a pop too many
; Bare libz3: sat.
;< ~"(pop 2) removes more levels than are open here"
(declare-const x Int)
(push)
(pop 2)
(check-sat)

;;; fault 2:15 let with one pair of parentheses
; Bare libz3: sat.
;< ~"this is not how `let`"
(declare-const x Int)
(assert (let (y 5) (> x y)))
(check-sat)

;;; fault 2:18 let without a value
; Bare libz3: sat.
;< ~"this is not how `let`"
(declare-const x Int)
(assert (let ((y)) (> x y)))
(check-sat)

;;; fault 2:9 let without a body
; Bare libz3: sat.
;< ~"the asserted term `(let ((y 5)))`"
(declare-const x Int)
(assert (let ((y 5))))
(check-sat)

;;; fault 2:27 let whose second name uses the first
; Bare libz3: sat.
;< ~"`a`"
(declare-const x Int)
(assert (let ((a 1) (b (+ a 1))) (= b x)))
(check-sat)

;;; fault 2:20 forall without sorts
; Bare libz3: sat.
;< ~"this is not how `forall`"
(declare-fun p (Int) Bool)
(assert (forall ((x)) (p x)))
(check-sat)

;;; fault 2:18 forall with one pair of parentheses
; Bare libz3: sat.
;< ~"this is not how `forall`"
(declare-fun p (Int) Bool)
(assert (forall (x Int) (p x)))
(check-sat)

;;; fault 1:9 an exists whose body is a number
; Bare libz3: sat.
;< ~"the body of `exists`"
(assert (exists ((x Int)) (+ x 1)))
(check-sat)

;;; fault 1:18 a sort that does not exist
; Bare libz3: sat.
;< ~"the sort `Integer`"
(declare-const x Integer)
(check-sat)

;;; fault 1:1 a constant without a sort
; Bare libz3: sat.
;< ~"the sort is missing"
(declare-const x)
(check-sat)

;;; fault 1:16 a function without a list of arguments
; Bare libz3: sat.
;< ~"this is not how `declare-fun`"
(declare-fun x Int)
(check-sat)

;;; fault 1:18 a bit-vector without a width
; Bare libz3: sat.
;< ~"the bit-vector has no"
(declare-const x BitVec)
(check-sat)

;;; fault 1:26 a width without its underscore
; Bare libz3: sat.
;< ~"`8`"
(declare-const x (BitVec 8))
(check-sat)

;;; fault 1:18 a width of nothing
; Bare libz3: sat.
;< ~"a bit-vector has at"
(declare-const x (_ BitVec 0))
(check-sat)

;;; fault 1:28 an array without its value's sort
; Bare libz3: sat.
;< ~"an array needs two"
(declare-const a (Array Int))
(check-sat)

;;; fault 2:16 a name that is declared twice
; Bare libz3: sat.
;< ~"`x`"
(declare-const x Int)
(declare-const x Int)
(check-sat)

;;; fault 3:27 two labels of one name
; Bare libz3: sat.
;< ~"the name `a`"
(declare-const x Int)
(assert (! (> x 1) :named a))
(assert (! (> x 2) :named a))
(check-sat)

;;; fault 1:30 a definition of another sort
; Bare libz3: sat.
;< ~"the body of this"
(define-fun f ((x Int)) Bool (+ x 1))
(check-sat)

;;; fault 1:30 a definition that uses itself
; Bare libz3: sat.
;< ~"`f`"
(define-fun f ((x Int)) Int (f (- x 1)))
(check-sat)

;;; fault 1:26 a definition without a sort
; Bare libz3: sat.
;< ~"the sort `+`"
(define-fun f ((x Int)) (+ x 1))
(check-sat)

;;; fault 3:15 a constructor that does not exist
; Bare libz3: sat.
;< ~"`cons`"
(declare-datatype List_ ((nil) (cons (head Int) (tail List_))))
(declare-const l List_)
(assert (= l (cons 1)))
(check-sat)

;;; fault 4:15 a selector of another datatype
; Bare libz3: sat.
;< ~"`y`"
(declare-datatype A ((a (x Int))))
(declare-datatype B ((b (y Int))))
(declare-const v A)
(assert (= (y v) 1))
(check-sat)

;;; fault 3:2 a datatype in an old notation
; Bare libz3: sat.
;< ~"there is no command `asser`"
(declare-datatypes () ((Colour red green)))
(declare-const c Colour)
(asser (= c red))
(check-sat)

;;; fault 2:12 infix
; Bare libz3: sat.
;< ~"the operator `>`"
(declare-const x Int)
(assert (x > 5))
(check-sat)

;;; fault 2:10 two equals signs
; Bare libz3: sat.
;< ~"`==`"
(declare-const x Int)
(assert (== x 5))
(check-sat)

;;; fault 2:10 not equal as in C
; Bare libz3: sat.
;< ~"`!=`"
(declare-const x Int)
(assert (!= x 5))
(check-sat)

;;; fault 2:10 and in capitals
; Bare libz3: sat.
;< ~"`AND`"
(declare-const p Bool)
(assert (AND p p))
(check-sat)

;;; fault 2:22 implies by its name
; Bare libz3: sat.
;< ~"`q`"
(declare-const p Bool)
(assert (implies p p q))
(check-sat)

;;; fault 2:14 True as in Python
; Bare libz3: sat.
;< ~"`True`"
(declare-const p Bool)
(assert (= p True))
(check-sat)

;;; fault 1:1 Python
; Bare libz3: no status.
;< ~"this is Python, not"
x = Int('x')
(check-sat)

;;; fault 2:11 an objective that is a truth value
; Bare libz3: sat.
;< ~"an objective has to"
(declare-const p Bool)
(maximize p)
(check-sat)

;;; fault 2:1 a weight that is no number
; Bare libz3: sat.
;< ~"assert-soft is written (assert-soft"
(declare-const p Bool)
(assert-soft p :weight heavy)
(check-sat)

;;; fault 1:16 a name that begins with a digit
; Bare libz3: sat.
;< ~"the name `1st`"
(declare-const 1st Int)
(check-sat)

;;; fault 2:14 a number with a letter in it
; Bare libz3: sat.
;< ~"`1e9`"
(declare-const x Int)
(assert (> x 1e9))
(check-sat)

;;; fault 2:14 a hexadecimal number as in C
; Bare libz3: sat.
;< ~"`0xff`"
(declare-const x (_ BitVec 8))
(assert (= x 0xff))
(check-sat)

;;; fault 2:12 an extract beyond the width
; Bare libz3: sat.
;< ~"the indices of this `extract`"
(declare-const x (_ BitVec 8))
(assert (= ((_ extract 8 0) x) x))
(check-sat)

;;; fault 2:12 an extract without its underscore
; Bare libz3: sat.
;< ~"`extract`"
(declare-const x (_ BitVec 8))
(assert (= (extract 3 0 x) #x1))
(check-sat)

;;; fault 2:17 two assertions in one command
; Bare libz3: sat.
;< ~"there is more in"
(declare-const x Int)
(assert (> x 1) (> x 2))
(check-sat)

;;; fault 2:1 an assertion of nothing
; Bare libz3: sat.
;< ~"a term is missing at the end of `assert`"
(declare-const x Int)
(assert)
(check-sat)

;;; fault 1:2 an option that is no option
; Bare libz3: sat.
;< ~"this option cannot be"
(set-option produce-models true)
(check-sat)

;;; fault 2:1 a block comment
; Bare libz3: sat.
;< ~"`/*`"
(declare-const x Int)
/* nothing */
(check-sat)

;;; fault 2:19 a string with a quotation mark in it
; Bare libz3: no status.
;< ~"the string that begins"
(declare-const s String)
(assert (= s "a\"b"))
(check-sat)

;;; fault 3:33 a match on a constructor that does not exist
; Bare libz3: sat.
;< ~"no constructor or function `yess`"
(declare-datatype M ((no) (yes (what Int))))
(declare-const m M)
(assert (= 1 (match m ((no 0) ((yess w) w)))))
(check-sat)

;;; fault 3:21 distinct over two sorts [refused by 4.8 only]
; Bare libz3: sat.
;< ~"`distinct`"
(declare-const x Int)
(declare-const p Bool)
(assert (distinct x p))
(check-sat)

;;; fault 2:21 a length of a number
; Bare libz3: sat.
;< ~"`x`"
(declare-const x Int)
(assert (= (str.len x) 1))
(check-sat)

;;; fault 2:13 a misspelt string function
; Bare libz3: sat.
;< ~"`str.length`"
(declare-const s String)
(assert (= (str.length s) 1))
(check-sat)

;;; fault 2:16 a floating point sum without a rounding mode
; Bare libz3: sat.
;< ~"`fp.add`"
(declare-const x Float32)
(assert (fp.eq (fp.add x x) x))
(check-sat)

;;; fault 3:12 an assertion behind the last check
; Bare libz3: sat.
;< ~"`y`"
(declare-const x Int)
(check-sat)
(assert (> y 0))

;;; fault 3:18 a declaration that no check sees
; Bare libz3: sat.
;< ~"`Colour`"
(declare-const x Int)
(push)
(declare-const c Colour)
(pop)
(check-sat)

;;; fault 2:9 an assertion that is forgotten before the check
; Bare libz3: sat.
;< ~"`x`"
(declare-const x Int)
(assert x)
(reset-assertions)
(check-sat)
