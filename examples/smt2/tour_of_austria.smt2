; Satchel export, format 1
; session: austria
; revision: 15
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 9 lines
; name: towns
; note: s_i: the town after town i. c_i: the distance to it.
(declare-const s1 Int) (declare-const c1 Int)
(declare-const s2 Int) (declare-const c2 Int)
(declare-const s3 Int) (declare-const c3 Int)
(declare-const s4 Int) (declare-const c4 Int)
(declare-const s5 Int) (declare-const c5 Int)
(declare-const s6 Int) (declare-const c6 Int)
(declare-const s7 Int) (declare-const c7 Int)
(declare-const s8 Int) (declare-const c8 Int)
(declare-const s9 Int) (declare-const c9 Int)

; item 1: 4 lines
; name: from_1
(assert (or (and (= s1 2) (= c1 65)) (and (= s1 3) (= c1 60))
            (and (= s1 4) (= c1 184)) (and (= s1 5) (= c1 195))
            (and (= s1 6) (= c1 319)) (and (= s1 7) (= c1 299))
            (and (= s1 8) (= c1 478)) (and (= s1 9) (= c1 631))))

; item 2: 4 lines
; name: from_2
(assert (or (and (= s2 1) (= c2 65)) (and (= s2 3) (= c2 125))
            (and (= s2 4) (= c2 119)) (and (= s2 5) (= c2 130))
            (and (= s2 6) (= c2 254)) (and (= s2 7) (= c2 234))
            (and (= s2 8) (= c2 413)) (and (= s2 9) (= c2 566))))

; item 3: 4 lines
; name: from_3
(assert (or (and (= s3 1) (= c3 60)) (and (= s3 2) (= c3 125))
            (and (= s3 4) (= c3 184)) (and (= s3 5) (= c3 157))
            (and (= s3 6) (= c3 281)) (and (= s3 7) (= c3 261))
            (and (= s3 8) (= c3 440)) (and (= s3 9) (= c3 593))))

; item 4: 4 lines
; name: from_4
(assert (or (and (= s4 1) (= c4 184)) (and (= s4 2) (= c4 119))
            (and (= s4 3) (= c4 184)) (and (= s4 5) (= c4 208))
            (and (= s4 6) (= c4 252)) (and (= s4 7) (= c4 136))
            (and (= s4 8) (= c4 315)) (and (= s4 9) (= c4 468))))

; item 5: 4 lines
; name: from_5
(assert (or (and (= s5 1) (= c5 195)) (and (= s5 2) (= c5 130))
            (and (= s5 3) (= c5 157)) (and (= s5 4) (= c5 208))
            (and (= s5 6) (= c5 136)) (and (= s5 7) (= c5 280))
            (and (= s5 8) (= c5 459)) (and (= s5 9) (= c5 629))))

; item 6: 4 lines
; name: from_6
(assert (or (and (= s6 1) (= c6 319)) (and (= s6 2) (= c6 254))
            (and (= s6 3) (= c6 281)) (and (= s6 4) (= c6 252))
            (and (= s6 5) (= c6 136)) (and (= s6 7) (= c6 217))
            (and (= s6 8) (= c6 391)) (and (= s6 9) (= c6 566))))

; item 7: 4 lines
; name: from_7
(assert (or (and (= s7 1) (= c7 299)) (and (= s7 2) (= c7 234))
            (and (= s7 3) (= c7 261)) (and (= s7 4) (= c7 136))
            (and (= s7 5) (= c7 280)) (and (= s7 6) (= c7 217))
            (and (= s7 8) (= c7 188)) (and (= s7 9) (= c7 343))))

; item 8: 4 lines
; name: from_8
(assert (or (and (= s8 1) (= c8 478)) (and (= s8 2) (= c8 413))
            (and (= s8 3) (= c8 440)) (and (= s8 4) (= c8 315))
            (and (= s8 5) (= c8 459)) (and (= s8 6) (= c8 391))
            (and (= s8 7) (= c8 188)) (and (= s8 9) (= c8 157))))

; item 9: 4 lines
; name: from_9
(assert (or (and (= s9 1) (= c9 631)) (and (= s9 2) (= c9 566))
            (and (= s9 3) (= c9 593)) (and (= s9 4) (= c9 468))
            (and (= s9 5) (= c9 629)) (and (= s9 6) (= c9 566))
            (and (= s9 7) (= c9 343)) (and (= s9 8) (= c9 157))))

; item 10: 1 line
; name: entered_once
(assert (distinct s1 s2 s3 s4 s5 s6 s7 s8 s9))

; item 11: 5 lines
; name: places
(declare-const o2 Int) (declare-const o3 Int) (declare-const o4 Int)
(declare-const o5 Int) (declare-const o6 Int) (declare-const o7 Int)
(declare-const o8 Int) (declare-const o9 Int)
(assert (and (<= 1 o2 8) (<= 1 o3 8) (<= 1 o4 8) (<= 1 o5 8)
             (<= 1 o6 8) (<= 1 o7 8) (<= 1 o8 8) (<= 1 o9 8)))

; item 12: 32 lines
; name: one_tour
; note: Who comes next has the next place.
(assert (and (=> (= s2 3) (= o3 (+ o2 1))) (=> (= s2 4) (= o4 (+ o2 1)))
             (=> (= s2 5) (= o5 (+ o2 1))) (=> (= s2 6) (= o6 (+ o2 1)))
             (=> (= s2 7) (= o7 (+ o2 1))) (=> (= s2 8) (= o8 (+ o2 1)))
             (=> (= s2 9) (= o9 (+ o2 1)))))
(assert (and (=> (= s3 2) (= o2 (+ o3 1))) (=> (= s3 4) (= o4 (+ o3 1)))
             (=> (= s3 5) (= o5 (+ o3 1))) (=> (= s3 6) (= o6 (+ o3 1)))
             (=> (= s3 7) (= o7 (+ o3 1))) (=> (= s3 8) (= o8 (+ o3 1)))
             (=> (= s3 9) (= o9 (+ o3 1)))))
(assert (and (=> (= s4 2) (= o2 (+ o4 1))) (=> (= s4 3) (= o3 (+ o4 1)))
             (=> (= s4 5) (= o5 (+ o4 1))) (=> (= s4 6) (= o6 (+ o4 1)))
             (=> (= s4 7) (= o7 (+ o4 1))) (=> (= s4 8) (= o8 (+ o4 1)))
             (=> (= s4 9) (= o9 (+ o4 1)))))
(assert (and (=> (= s5 2) (= o2 (+ o5 1))) (=> (= s5 3) (= o3 (+ o5 1)))
             (=> (= s5 4) (= o4 (+ o5 1))) (=> (= s5 6) (= o6 (+ o5 1)))
             (=> (= s5 7) (= o7 (+ o5 1))) (=> (= s5 8) (= o8 (+ o5 1)))
             (=> (= s5 9) (= o9 (+ o5 1)))))
(assert (and (=> (= s6 2) (= o2 (+ o6 1))) (=> (= s6 3) (= o3 (+ o6 1)))
             (=> (= s6 4) (= o4 (+ o6 1))) (=> (= s6 5) (= o5 (+ o6 1)))
             (=> (= s6 7) (= o7 (+ o6 1))) (=> (= s6 8) (= o8 (+ o6 1)))
             (=> (= s6 9) (= o9 (+ o6 1)))))
(assert (and (=> (= s7 2) (= o2 (+ o7 1))) (=> (= s7 3) (= o3 (+ o7 1)))
             (=> (= s7 4) (= o4 (+ o7 1))) (=> (= s7 5) (= o5 (+ o7 1)))
             (=> (= s7 6) (= o6 (+ o7 1))) (=> (= s7 8) (= o8 (+ o7 1)))
             (=> (= s7 9) (= o9 (+ o7 1)))))
(assert (and (=> (= s8 2) (= o2 (+ o8 1))) (=> (= s8 3) (= o3 (+ o8 1)))
             (=> (= s8 4) (= o4 (+ o8 1))) (=> (= s8 5) (= o5 (+ o8 1)))
             (=> (= s8 6) (= o6 (+ o8 1))) (=> (= s8 7) (= o7 (+ o8 1)))
             (=> (= s8 9) (= o9 (+ o8 1)))))
(assert (and (=> (= s9 2) (= o2 (+ o9 1))) (=> (= s9 3) (= o3 (+ o9 1)))
             (=> (= s9 4) (= o4 (+ o9 1))) (=> (= s9 5) (= o5 (+ o9 1)))
             (=> (= s9 6) (= o6 (+ o9 1))) (=> (= s9 7) (= o7 (+ o9 1)))
             (=> (= s9 8) (= o8 (+ o9 1)))))

; item 13: 1 line
; name: length
(define-fun km () Int (+ c1 c2 c3 c4 c5 c6 c7 c8 c9))

; item 14: 1 line
; name: shortest
(minimize km)

; end of items
(check-sat)
(get-model)
