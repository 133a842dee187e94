; a date that fits a pattern
(set-info :status sat)
(set-logic QF_SLIA)
(declare-const s String)(assert (str.in_re s (re.++ ((_ re.^ 4) (re.range "0" "9")) (str.to_re "-") ((_ re.^ 2) (re.range "0" "9")) (str.to_re "-") ((_ re.^ 2) (re.range "0" "9")))))(assert (< 0 (str.to_int (str.substr s 5 2)) 13))(assert (< 27 (str.to_int (str.substr s 8 2)) 32))(assert (= (mod (str.to_int (str.substr s 0 4)) 400) 0))(assert (str.contains s "12"))(assert (str.prefixof "2" s))
(check-sat)
