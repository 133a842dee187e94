; Strings and regular expressions.

;;; sat the only word of two pieces
; "ab" and "c" in that order are "abc".
;< {"values": {"s": "abc"}, "sorts": {"s": "String"}}
(declare-const s String)
(assert (= s (str.++ "ab" "c")))

;;; sat what stands between two pieces
; "foobar" minus "foo" at the front and "r" at the end is "ba".
;< {"values": {"x": "ba"}}
(declare-const x String)
(assert (= (str.++ "foo" x "r") "foobar"))

;;; unsat lengths add up
; |x| + |y| = 5 cannot be with |x| = 4 and |y| > 1.
;< {"core": [{}, {}, {}]}
(declare-const x String)
(declare-const y String)
(assert (= (str.len (str.++ x y)) 5))
(assert (= (str.len x) 4))
(assert (> (str.len y) 1))

;;; sat a letter beyond ASCII is restored
; \u{e9} is an e with an accent.
;< {"values": {"s": "caf\u00e9", "n": 4}}
(set-logic ALL)
(declare-const s String)
(declare-const n Int)
(assert (= s "caf\u{e9}"))
(assert (= n (str.len s)))

;;; sat a quotation mark is written twice
; The string is a"b, of three characters.
;< {"values": {"s": "a\"b", "n": 3}}
(declare-const s String)
(declare-const n Int)
(assert (= s "a""b"))
(assert (= n (str.len s)))

;;; sat the character at a place
; Counted from 0, 'c' is at 2; beyond the end is the empty string.
;< {"values": {"a": "c", "b": ""}}
(declare-const a String)
(declare-const b String)
(assert (= a (str.at "abcde" 2)))
(assert (= b (str.at "abcde" 5)))

;;; sat the first place of a piece
; "na" is first at 2 in "banana", from 3 on it is at 4, and "x" is nowhere.
;< {"values": {"i": 2, "j": 4, "k": -1}}
(declare-const i Int)
(declare-const j Int)
(declare-const k Int)
(assert (= i (str.indexof "banana" "na" 0)))
(assert (= j (str.indexof "banana" "na" 3)))
(assert (= k (str.indexof "banana" "x" 0)))

;;; sat numbers as strings
; "0042" is 42, "4x" is no number and so -1, and 42 is written "42".
;< {"values": {"a": 42, "b": -1, "c": "42"}}
(declare-const a Int)
(declare-const b Int)
(declare-const c String)
(assert (= a (str.to_int "0042")))
(assert (= b (str.to_int "4x")))
(assert (= c (str.from_int 42)))

;;; unsat a word that begins and ends differently
; If x begins with "ab" and has length 2, it is "ab", which does not end in c.
(declare-const x String)
(assert (str.prefixof "ab" x))
(assert (str.suffixof "c" x))
(assert (= (str.len x) 2))

;;; sat one replacement only
; The first "a" of "banana" becomes "o".
;< {"values": {"s": "bonana"}}
(declare-const s String)
(assert (= s (str.replace "banana" "a" "o")))

;;; sat a word of an expression with a length
; (ab)* of length 4 is "abab".
;< {"values": {"s": "abab"}}
(declare-const s String)
(assert (str.in_re s (re.* (str.to_re "ab"))))
(assert (= (str.len s) 4))

;;; unsat a word of an expression with an odd length
; The words of (ab)* have even lengths.
(declare-const s String)
(assert (str.in_re s (re.* (str.to_re "ab"))))
(assert (= (str.len s) 3))

;;; sat two expressions with one common word
; a+ and words of two characters meet in "aa".
;< {"values": {"s": "aa"}}
(declare-const s String)
(assert (str.in_re s (re.+ (str.to_re "a"))))
(assert (str.in_re s (re.++ re.allchar re.allchar)))

;;; unsat digits only, and a letter in it
; "x" is no digit. (Without the bound libz3 unrolls the expression for ever.)
(declare-const s String)
(assert (str.in_re s (re.+ (re.range "0" "9"))))
(assert (and (str.contains s "x") (< (str.len s) 4)))

;;; sat a date of fixed shape
; Year 2024, month 02 and the day 29 in the shape dddd-dd-dd.
;< {"values": {"d": "2024-02-29"}}
(declare-const d String)
(assert (str.in_re d (re.++ ((_ re.loop 4 4) (re.range "0" "9"))
	(str.to_re "-") ((_ re.loop 2 2) (re.range "0" "9"))
	(str.to_re "-") ((_ re.loop 2 2) (re.range "0" "9")))))
(assert (= (str.substr d 0 4) "2024"))
(assert (= (str.substr d 5 2) "02"))
(assert (= (str.to_int (str.substr d 8 2)) 29))

;;; unsat the order of words
; "a" < "ab" < "b", so nothing is below "a" and begins with "b".
(declare-const s String)
(assert (str.< s "a"))
(assert (str.prefixof "b" s))

;;; sat a string and its code
; The code of "A" is 65, and 97 is "a".
;< {"values": {"n": 65, "s": "a"}}
(declare-const n Int)
(declare-const s String)
(assert (= n (str.to_code "A")))
(assert (= s (str.from_code 97)))

;;; unsat an equation of words with one letter too many
; xa = bx would make the number of a in it differ from the number of b.
(declare-const x String)
(assert (= (str.++ x "a") (str.++ "b" x)))
(assert (<= (str.len x) 3))
