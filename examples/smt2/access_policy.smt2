; Satchel export, format 1
; session: access
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 3 lines
; name: names
(declare-datatype Person ((Ann) (Bob) (Cem) (Dee)))
(declare-datatype Role ((Clerk) (Buyer) (Cashier) (Auditor)))
(declare-datatype Action ((Order) (Pay) (Read)))

; item 1: 3 lines
; name: policy
; data: {"has":{"over":["Person","Role"],"pairs":[["Ann","Clerk"],["Ann","Buyer"],["Bob","Cashier"],["Cem","Buyer"],["Cem","Auditor"],["Dee","Auditor"]]},"grants":{"over":["Role","Action"],"pairs":[["Clerk","Read"],["Buyer","Order"],["Cashier","Pay"],["Auditor","Read"]]}}
(define-fun has ((i! Person) (j! Role)) Bool (or false (and (= i! Ann) (= j! Clerk)) (and (= i! Ann) (= j! Buyer)) (and (= i! Bob) (= j! Cashier)) (and (= i! Cem) (= j! Buyer)) (and (= i! Cem) (= j! Auditor)) (and (= i! Dee) (= j! Auditor))))
(define-fun grants ((i! Role) (j! Action)) Bool (or false (and (= i! Clerk) (= j! Read)) (and (= i! Buyer) (= j! Order)) (and (= i! Cashier) (= j! Pay)) (and (= i! Auditor) (= j! Read))))

; item 2: 2 lines
; name: may
; note: a person may do what one of the roles grants
(define-fun may ((p Person) (a Action)) Bool
  (exists ((r Role)) (and (has p r) (grants r a))))

; item 3: 3 lines
; name: holidays
; note: each auditor may be lent one role more
(declare-fun lent (Person) Role)
(define-fun may_now ((p Person) (a Action)) Bool
  (or (may p a) (and (has p Auditor) (grants (lent p) a))))

; item 4: 2 lines
; name: who
(declare-const who Person)
(assert (and (may_now who Order) (may_now who Pay)))

; end of items
(check-sat)
(get-model)
