; Satchel export, format 1
; session: passwords
; revision: 4
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 2 lines
; name: password
(declare-const p String)
(assert (<= 8 (str.len p) 12))

; item 1: 2 lines
; name: letters
; note: Only letters and digits.
(assert (str.in_re p (re.* (re.union (re.range "a" "z")
  (re.range "A" "Z") (re.range "0" "9")))))

; item 2: 4 lines, escaped
; name: strong
; note: A capital letter and a digit.
; = (define-fun has ((r (RegEx String))) Bool
; =   (str.in_re p (re.++ (re.* re.allchar) r (re.* re.allchar))))
; = (assert (has (re.range "A" "Z")))
; = (assert (has (re.range "0" "9")))
(define-fun has ((r RegLan)) Bool
  (str.in_re p (re.++ (re.* re.allchar) r (re.* re.allchar))))
(assert (has (re.range "A" "Z")))
(assert (has (re.range "0" "9")))

; item 3: 1 line
; name: no_name
(assert (not (str.contains p "acme")))

; end of items
(check-sat)
(get-model)
