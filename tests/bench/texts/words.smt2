; a word that reads the same both ways
(set-info :status sat)
(set-logic QF_SLIA)
(declare-const s String)(declare-const t String)(assert (str.in_re s (re.+ (re.union (str.to_re "ab") (str.to_re "ba")))))(assert (= (str.++ s t) (str.++ t s)))(assert (> (str.len s) 5))(assert (> (str.len t) (str.len s)))(assert (not (str.contains s "bb")))
(check-sat)
