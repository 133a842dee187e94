; Satchel export, format 1
; session: timetable
; revision: 5
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status sat)
(set-option :produce-models true)
(set-logic ALL)

; item 0: 6 lines
; name: talks
(declare-datatype Slot ((morning) (noon) (evening)))
(declare-datatype Room ((hall) (cellar)))
(declare-const logic Slot) (declare-const logic_room Room)
(declare-const chess Slot) (declare-const chess_room Room)
(declare-const music Slot) (declare-const music_room Room)
(declare-const maths Slot) (declare-const maths_room Room)

; item 1: 8 lines
; name: one_at_a_time
; note: One talk per room and slot.
(define-fun clash ((s Slot) (r Room) (t Slot) (q Room)) Bool
  (and (= s t) (= r q)))
(assert (not (or (clash logic logic_room chess chess_room)
                 (clash logic logic_room music music_room)
                 (clash logic logic_room maths maths_room)
                 (clash chess chess_room music music_room)
                 (clash chess chess_room maths maths_room)
                 (clash music music_room maths maths_room))))

; item 2: 1 line
; name: ada
; note: Ada gives both, logic and maths.
(assert (distinct logic maths))

; item 3: 1 line
; name: loud
; note: Music is loud.
(assert (= music_room cellar))

; item 4: 5 lines
; name: wishes
; note: What the speakers would like.
(assert-soft (= logic morning) :weight 3 :id wishes)
(assert-soft (= maths morning) :weight 2 :id wishes)
(assert-soft (= music evening) :weight 4 :id wishes)
(assert-soft (= chess evening) :weight 4 :id wishes)
(assert-soft (= chess_room cellar) :weight 1 :id wishes)

; end of items
(check-sat)
(get-model)
