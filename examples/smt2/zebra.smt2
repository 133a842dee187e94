; Satchel export, format 1
; session: zebra
; revision: 20
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 6 lines
; name: nations
(declare-const Englishman Int) (declare-const Spaniard Int)
(declare-const Ukrainian Int) (declare-const Norwegian Int)
(declare-const Japanese Int)
(assert (distinct Englishman Spaniard Ukrainian Norwegian Japanese))
(assert (and (<= 1 Englishman 5) (<= 1 Spaniard 5) (<= 1 Ukrainian 5)
             (<= 1 Norwegian 5) (<= 1 Japanese 5)))

; item 1: 5 lines
; name: colours
(declare-const red Int) (declare-const green Int) (declare-const ivory Int)
(declare-const yellow Int) (declare-const blue Int)
(assert (distinct red green ivory yellow blue))
(assert (and (<= 1 red 5) (<= 1 green 5) (<= 1 ivory 5)
             (<= 1 yellow 5) (<= 1 blue 5)))

; item 2: 5 lines
; name: animals
(declare-const dog Int) (declare-const snails Int) (declare-const fox Int)
(declare-const horse Int) (declare-const zebra Int)
(assert (distinct dog snails fox horse zebra))
(assert (and (<= 1 dog 5) (<= 1 snails 5) (<= 1 fox 5)
             (<= 1 horse 5) (<= 1 zebra 5)))

; item 3: 5 lines
; name: drinks
(declare-const coffee Int) (declare-const tea Int) (declare-const milk Int)
(declare-const juice Int) (declare-const water Int)
(assert (distinct coffee tea milk juice water))
(assert (and (<= 1 coffee 5) (<= 1 tea 5) (<= 1 milk 5)
             (<= 1 juice 5) (<= 1 water 5)))

; item 4: 6 lines
; name: smokes
(declare-const OldGold Int) (declare-const Kools Int)
(declare-const Chesterfields Int) (declare-const LuckyStrike Int)
(declare-const Parliaments Int)
(assert (distinct OldGold Kools Chesterfields LuckyStrike Parliaments))
(assert (and (<= 1 OldGold 5) (<= 1 Kools 5) (<= 1 Chesterfields 5)
             (<= 1 LuckyStrike 5) (<= 1 Parliaments 5)))

; item 5: 1 line
; name: next_to
(define-fun next_to ((a Int) (b Int)) Bool (= (abs (- a b)) 1))

; item 6: 1 line
; note: The Englishman lives in the red house.
(assert (= Englishman red))

; item 7: 1 line
; note: The Spaniard owns the dog.
(assert (= Spaniard dog))

; item 8: 1 line
; note: Coffee is drunk in the green house.
(assert (= coffee green))

; item 9: 1 line
; note: The Ukrainian drinks tea.
(assert (= Ukrainian tea))

; item 10: 1 line
; note: Green is right of ivory.
(assert (= green (+ ivory 1)))

; item 11: 1 line
; note: The smoker of Old Gold owns snails.
(assert (= OldGold snails))

; item 12: 1 line
; note: Kools are smoked in the yellow house.
(assert (= Kools yellow))

; item 13: 1 line
; note: Milk is drunk in the middle.
(assert (= milk 3))

; item 14: 1 line
; note: The Norwegian lives in the first house.
(assert (= Norwegian 1))

; item 15: 1 line
; note: Chesterfields are next to the fox.
(assert (next_to Chesterfields fox))

; item 16: 1 line
; note: Kools are next to the horse.
(assert (next_to Kools horse))

; item 17: 1 line
; note: Lucky Strike goes with orange juice.
(assert (= LuckyStrike juice))

; item 18: 1 line
; note: The Japanese smokes Parliaments.
(assert (= Japanese Parliaments))

; item 19: 1 line
; note: The Norwegian lives next to blue.
(assert (next_to Norwegian blue))

; end of items
(check-sat)
(get-model)
