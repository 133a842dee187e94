; Satchel export, format 1
; session: pieces
; revision: 12
; made by: Satchel 0.1.0, Z3 4.8.12
(set-info :status unsat)
(set-logic ALL)

; item 0: 12 lines
; name: squares
; note: 0 nothing, 1 a queen, 2 a knight
(declare-const s11 Int) (declare-const s12 Int) (declare-const s13 Int)
(declare-const s14 Int) (declare-const s15 Int) (declare-const s16 Int)
(declare-const s21 Int) (declare-const s22 Int) (declare-const s23 Int)
(declare-const s24 Int) (declare-const s25 Int) (declare-const s26 Int)
(declare-const s31 Int) (declare-const s32 Int) (declare-const s33 Int)
(declare-const s34 Int) (declare-const s35 Int) (declare-const s36 Int)
(declare-const s41 Int) (declare-const s42 Int) (declare-const s43 Int)
(declare-const s44 Int) (declare-const s45 Int) (declare-const s46 Int)
(declare-const s51 Int) (declare-const s52 Int) (declare-const s53 Int)
(declare-const s54 Int) (declare-const s55 Int) (declare-const s56 Int)
(declare-const s61 Int) (declare-const s62 Int) (declare-const s63 Int)
(declare-const s64 Int) (declare-const s65 Int) (declare-const s66 Int)

; item 1: 9 lines
; name: contents
(assert (and
(<= 0 s11 2) (<= 0 s12 2) (<= 0 s13 2) (<= 0 s14 2) (<= 0 s15 2)
(<= 0 s16 2) (<= 0 s21 2) (<= 0 s22 2) (<= 0 s23 2) (<= 0 s24 2)
(<= 0 s25 2) (<= 0 s26 2) (<= 0 s31 2) (<= 0 s32 2) (<= 0 s33 2)
(<= 0 s34 2) (<= 0 s35 2) (<= 0 s36 2) (<= 0 s41 2) (<= 0 s42 2)
(<= 0 s43 2) (<= 0 s44 2) (<= 0 s45 2) (<= 0 s46 2) (<= 0 s51 2)
(<= 0 s52 2) (<= 0 s53 2) (<= 0 s54 2) (<= 0 s55 2) (<= 0 s56 2)
(<= 0 s61 2) (<= 0 s62 2) (<= 0 s63 2) (<= 0 s64 2) (<= 0 s65 2)
(<= 0 s66 2)))

; item 2: 8 lines, escaped
; name: six_queens
; = (assert ((_ pbeq 6
; = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1)
; = (= s11 1) (= s12 1) (= s13 1) (= s14 1) (= s15 1) (= s16 1) (= s21 1)
; = (= s22 1) (= s23 1) (= s24 1) (= s25 1) (= s26 1) (= s31 1) (= s32 1)
; = (= s33 1) (= s34 1) (= s35 1) (= s36 1) (= s41 1) (= s42 1) (= s43 1)
; = (= s44 1) (= s45 1) (= s46 1) (= s51 1) (= s52 1) (= s53 1) (= s54 1)
; = (= s55 1) (= s56 1) (= s61 1) (= s62 1) (= s63 1) (= s64 1) (= s65 1)
; = (= s66 1)))
(assert (= (+ 0

(ite (= s11 1) 1 0) (ite (= s12 1) 1 0) (ite (= s13 1) 1 0) (ite (= s14 1) 1 0) (ite (= s15 1) 1 0) (ite (= s16 1) 1 0) (ite (= s21 1) 1 0)
(ite (= s22 1) 1 0) (ite (= s23 1) 1 0) (ite (= s24 1) 1 0) (ite (= s25 1) 1 0) (ite (= s26 1) 1 0) (ite (= s31 1) 1 0) (ite (= s32 1) 1 0)
(ite (= s33 1) 1 0) (ite (= s34 1) 1 0) (ite (= s35 1) 1 0) (ite (= s36 1) 1 0) (ite (= s41 1) 1 0) (ite (= s42 1) 1 0) (ite (= s43 1) 1 0)
(ite (= s44 1) 1 0) (ite (= s45 1) 1 0) (ite (= s46 1) 1 0) (ite (= s51 1) 1 0) (ite (= s52 1) 1 0) (ite (= s53 1) 1 0) (ite (= s54 1) 1 0)
(ite (= s55 1) 1 0) (ite (= s56 1) 1 0) (ite (= s61 1) 1 0) (ite (= s62 1) 1 0) (ite (= s63 1) 1 0) (ite (= s64 1) 1 0) (ite (= s65 1) 1 0)
(ite (= s66 1) 1 0)) 6))

; item 3: 8 lines, escaped
; name: five_knights
; = (assert ((_ pbeq 5
; = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1)
; = (= s11 2) (= s12 2) (= s13 2) (= s14 2) (= s15 2) (= s16 2) (= s21 2)
; = (= s22 2) (= s23 2) (= s24 2) (= s25 2) (= s26 2) (= s31 2) (= s32 2)
; = (= s33 2) (= s34 2) (= s35 2) (= s36 2) (= s41 2) (= s42 2) (= s43 2)
; = (= s44 2) (= s45 2) (= s46 2) (= s51 2) (= s52 2) (= s53 2) (= s54 2)
; = (= s55 2) (= s56 2) (= s61 2) (= s62 2) (= s63 2) (= s64 2) (= s65 2)
; = (= s66 2)))
(assert (= (+ 0

(ite (= s11 2) 1 0) (ite (= s12 2) 1 0) (ite (= s13 2) 1 0) (ite (= s14 2) 1 0) (ite (= s15 2) 1 0) (ite (= s16 2) 1 0) (ite (= s21 2) 1 0)
(ite (= s22 2) 1 0) (ite (= s23 2) 1 0) (ite (= s24 2) 1 0) (ite (= s25 2) 1 0) (ite (= s26 2) 1 0) (ite (= s31 2) 1 0) (ite (= s32 2) 1 0)
(ite (= s33 2) 1 0) (ite (= s34 2) 1 0) (ite (= s35 2) 1 0) (ite (= s36 2) 1 0) (ite (= s41 2) 1 0) (ite (= s42 2) 1 0) (ite (= s43 2) 1 0)
(ite (= s44 2) 1 0) (ite (= s45 2) 1 0) (ite (= s46 2) 1 0) (ite (= s51 2) 1 0) (ite (= s52 2) 1 0) (ite (= s53 2) 1 0) (ite (= s54 2) 1 0)
(ite (= s55 2) 1 0) (ite (= s56 2) 1 0) (ite (= s61 2) 1 0) (ite (= s62 2) 1 0) (ite (= s63 2) 1 0) (ite (= s64 2) 1 0) (ite (= s65 2) 1 0)
(ite (= s66 2) 1 0)) 5))

; item 4: 2 lines
; name: sees
; note: A queen looks along a line, up to the first piece.
(define-fun sees ((a Int) (between Int) (b Int)) Bool
  (and (= between 0) (or (and (= a 1) (> b 0)) (and (= b 1) (> a 0)))))

; item 5: 2 lines
; name: jumps
; note: A knight threatens a piece that is a jump away.
(define-fun jumps ((a Int) (b Int)) Bool
  (or (and (= a 2) (> b 0)) (and (= b 2) (> a 0))))

; item 6: 32 lines
; name: rows
(assert (not (or
(sees s11 0 s12) (sees s11 s12 s13) (sees s11 (+ s12 s13) s14)
(sees s11 (+ s12 s13 s14) s15) (sees s11 (+ s12 s13 s14 s15) s16)
(sees s12 0 s13) (sees s12 s13 s14) (sees s12 (+ s13 s14) s15)
(sees s12 (+ s13 s14 s15) s16) (sees s13 0 s14) (sees s13 s14 s15)
(sees s13 (+ s14 s15) s16) (sees s14 0 s15) (sees s14 s15 s16)
(sees s15 0 s16) (sees s21 0 s22) (sees s21 s22 s23)
(sees s21 (+ s22 s23) s24) (sees s21 (+ s22 s23 s24) s25)
(sees s21 (+ s22 s23 s24 s25) s26) (sees s22 0 s23) (sees s22 s23 s24)
(sees s22 (+ s23 s24) s25) (sees s22 (+ s23 s24 s25) s26) (sees s23 0 s24)
(sees s23 s24 s25) (sees s23 (+ s24 s25) s26) (sees s24 0 s25)
(sees s24 s25 s26) (sees s25 0 s26) (sees s31 0 s32) (sees s31 s32 s33)
(sees s31 (+ s32 s33) s34) (sees s31 (+ s32 s33 s34) s35)
(sees s31 (+ s32 s33 s34 s35) s36) (sees s32 0 s33) (sees s32 s33 s34)
(sees s32 (+ s33 s34) s35) (sees s32 (+ s33 s34 s35) s36) (sees s33 0 s34)
(sees s33 s34 s35) (sees s33 (+ s34 s35) s36) (sees s34 0 s35)
(sees s34 s35 s36) (sees s35 0 s36) (sees s41 0 s42) (sees s41 s42 s43)
(sees s41 (+ s42 s43) s44) (sees s41 (+ s42 s43 s44) s45)
(sees s41 (+ s42 s43 s44 s45) s46) (sees s42 0 s43) (sees s42 s43 s44)
(sees s42 (+ s43 s44) s45) (sees s42 (+ s43 s44 s45) s46) (sees s43 0 s44)
(sees s43 s44 s45) (sees s43 (+ s44 s45) s46) (sees s44 0 s45)
(sees s44 s45 s46) (sees s45 0 s46) (sees s51 0 s52) (sees s51 s52 s53)
(sees s51 (+ s52 s53) s54) (sees s51 (+ s52 s53 s54) s55)
(sees s51 (+ s52 s53 s54 s55) s56) (sees s52 0 s53) (sees s52 s53 s54)
(sees s52 (+ s53 s54) s55) (sees s52 (+ s53 s54 s55) s56) (sees s53 0 s54)
(sees s53 s54 s55) (sees s53 (+ s54 s55) s56) (sees s54 0 s55)
(sees s54 s55 s56) (sees s55 0 s56) (sees s61 0 s62) (sees s61 s62 s63)
(sees s61 (+ s62 s63) s64) (sees s61 (+ s62 s63 s64) s65)
(sees s61 (+ s62 s63 s64 s65) s66) (sees s62 0 s63) (sees s62 s63 s64)
(sees s62 (+ s63 s64) s65) (sees s62 (+ s63 s64 s65) s66) (sees s63 0 s64)
(sees s63 s64 s65) (sees s63 (+ s64 s65) s66) (sees s64 0 s65)
(sees s64 s65 s66) (sees s65 0 s66))))

; item 7: 32 lines
; name: columns
(assert (not (or
(sees s11 0 s21) (sees s11 s21 s31) (sees s11 (+ s21 s31) s41)
(sees s11 (+ s21 s31 s41) s51) (sees s11 (+ s21 s31 s41 s51) s61)
(sees s12 0 s22) (sees s12 s22 s32) (sees s12 (+ s22 s32) s42)
(sees s12 (+ s22 s32 s42) s52) (sees s12 (+ s22 s32 s42 s52) s62)
(sees s13 0 s23) (sees s13 s23 s33) (sees s13 (+ s23 s33) s43)
(sees s13 (+ s23 s33 s43) s53) (sees s13 (+ s23 s33 s43 s53) s63)
(sees s14 0 s24) (sees s14 s24 s34) (sees s14 (+ s24 s34) s44)
(sees s14 (+ s24 s34 s44) s54) (sees s14 (+ s24 s34 s44 s54) s64)
(sees s15 0 s25) (sees s15 s25 s35) (sees s15 (+ s25 s35) s45)
(sees s15 (+ s25 s35 s45) s55) (sees s15 (+ s25 s35 s45 s55) s65)
(sees s16 0 s26) (sees s16 s26 s36) (sees s16 (+ s26 s36) s46)
(sees s16 (+ s26 s36 s46) s56) (sees s16 (+ s26 s36 s46 s56) s66)
(sees s21 0 s31) (sees s21 s31 s41) (sees s21 (+ s31 s41) s51)
(sees s21 (+ s31 s41 s51) s61) (sees s22 0 s32) (sees s22 s32 s42)
(sees s22 (+ s32 s42) s52) (sees s22 (+ s32 s42 s52) s62) (sees s23 0 s33)
(sees s23 s33 s43) (sees s23 (+ s33 s43) s53) (sees s23 (+ s33 s43 s53) s63)
(sees s24 0 s34) (sees s24 s34 s44) (sees s24 (+ s34 s44) s54)
(sees s24 (+ s34 s44 s54) s64) (sees s25 0 s35) (sees s25 s35 s45)
(sees s25 (+ s35 s45) s55) (sees s25 (+ s35 s45 s55) s65) (sees s26 0 s36)
(sees s26 s36 s46) (sees s26 (+ s36 s46) s56) (sees s26 (+ s36 s46 s56) s66)
(sees s31 0 s41) (sees s31 s41 s51) (sees s31 (+ s41 s51) s61)
(sees s32 0 s42) (sees s32 s42 s52) (sees s32 (+ s42 s52) s62)
(sees s33 0 s43) (sees s33 s43 s53) (sees s33 (+ s43 s53) s63)
(sees s34 0 s44) (sees s34 s44 s54) (sees s34 (+ s44 s54) s64)
(sees s35 0 s45) (sees s35 s45 s55) (sees s35 (+ s45 s55) s65)
(sees s36 0 s46) (sees s36 s46 s56) (sees s36 (+ s46 s56) s66)
(sees s41 0 s51) (sees s41 s51 s61) (sees s42 0 s52) (sees s42 s52 s62)
(sees s43 0 s53) (sees s43 s53 s63) (sees s44 0 s54) (sees s44 s54 s64)
(sees s45 0 s55) (sees s45 s55 s65) (sees s46 0 s56) (sees s46 s56 s66)
(sees s51 0 s61) (sees s52 0 s62) (sees s53 0 s63) (sees s54 0 s64)
(sees s55 0 s65) (sees s56 0 s66))))

; item 8: 18 lines
; name: falling
(assert (not (or
(sees s11 0 s22) (sees s11 s22 s33) (sees s11 (+ s22 s33) s44)
(sees s11 (+ s22 s33 s44) s55) (sees s11 (+ s22 s33 s44 s55) s66)
(sees s12 0 s23) (sees s12 s23 s34) (sees s12 (+ s23 s34) s45)
(sees s12 (+ s23 s34 s45) s56) (sees s13 0 s24) (sees s13 s24 s35)
(sees s13 (+ s24 s35) s46) (sees s14 0 s25) (sees s14 s25 s36)
(sees s15 0 s26) (sees s21 0 s32) (sees s21 s32 s43)
(sees s21 (+ s32 s43) s54) (sees s21 (+ s32 s43 s54) s65) (sees s22 0 s33)
(sees s22 s33 s44) (sees s22 (+ s33 s44) s55) (sees s22 (+ s33 s44 s55) s66)
(sees s23 0 s34) (sees s23 s34 s45) (sees s23 (+ s34 s45) s56)
(sees s24 0 s35) (sees s24 s35 s46) (sees s25 0 s36) (sees s31 0 s42)
(sees s31 s42 s53) (sees s31 (+ s42 s53) s64) (sees s32 0 s43)
(sees s32 s43 s54) (sees s32 (+ s43 s54) s65) (sees s33 0 s44)
(sees s33 s44 s55) (sees s33 (+ s44 s55) s66) (sees s34 0 s45)
(sees s34 s45 s56) (sees s35 0 s46) (sees s41 0 s52) (sees s41 s52 s63)
(sees s42 0 s53) (sees s42 s53 s64) (sees s43 0 s54) (sees s43 s54 s65)
(sees s44 0 s55) (sees s44 s55 s66) (sees s45 0 s56) (sees s51 0 s62)
(sees s52 0 s63) (sees s53 0 s64) (sees s54 0 s65) (sees s55 0 s66))))

; item 9: 18 lines
; name: rising
(assert (not (or
(sees s12 0 s21) (sees s13 0 s22) (sees s13 s22 s31) (sees s14 0 s23)
(sees s14 s23 s32) (sees s14 (+ s23 s32) s41) (sees s15 0 s24)
(sees s15 s24 s33) (sees s15 (+ s24 s33) s42) (sees s15 (+ s24 s33 s42) s51)
(sees s16 0 s25) (sees s16 s25 s34) (sees s16 (+ s25 s34) s43)
(sees s16 (+ s25 s34 s43) s52) (sees s16 (+ s25 s34 s43 s52) s61)
(sees s22 0 s31) (sees s23 0 s32) (sees s23 s32 s41) (sees s24 0 s33)
(sees s24 s33 s42) (sees s24 (+ s33 s42) s51) (sees s25 0 s34)
(sees s25 s34 s43) (sees s25 (+ s34 s43) s52) (sees s25 (+ s34 s43 s52) s61)
(sees s26 0 s35) (sees s26 s35 s44) (sees s26 (+ s35 s44) s53)
(sees s26 (+ s35 s44 s53) s62) (sees s32 0 s41) (sees s33 0 s42)
(sees s33 s42 s51) (sees s34 0 s43) (sees s34 s43 s52)
(sees s34 (+ s43 s52) s61) (sees s35 0 s44) (sees s35 s44 s53)
(sees s35 (+ s44 s53) s62) (sees s36 0 s45) (sees s36 s45 s54)
(sees s36 (+ s45 s54) s63) (sees s42 0 s51) (sees s43 0 s52)
(sees s43 s52 s61) (sees s44 0 s53) (sees s44 s53 s62) (sees s45 0 s54)
(sees s45 s54 s63) (sees s46 0 s55) (sees s46 s55 s64) (sees s52 0 s61)
(sees s53 0 s62) (sees s54 0 s63) (sees s55 0 s64) (sees s56 0 s65))))

; item 10: 21 lines
; name: knights
(assert (not (or
(jumps s11 s23) (jumps s11 s32) (jumps s12 s24) (jumps s12 s33)
(jumps s12 s31) (jumps s13 s25) (jumps s13 s34) (jumps s13 s21)
(jumps s13 s32) (jumps s14 s26) (jumps s14 s35) (jumps s14 s22)
(jumps s14 s33) (jumps s15 s36) (jumps s15 s23) (jumps s15 s34)
(jumps s16 s24) (jumps s16 s35) (jumps s21 s33) (jumps s21 s42)
(jumps s22 s34) (jumps s22 s43) (jumps s22 s41) (jumps s23 s35)
(jumps s23 s44) (jumps s23 s31) (jumps s23 s42) (jumps s24 s36)
(jumps s24 s45) (jumps s24 s32) (jumps s24 s43) (jumps s25 s46)
(jumps s25 s33) (jumps s25 s44) (jumps s26 s34) (jumps s26 s45)
(jumps s31 s43) (jumps s31 s52) (jumps s32 s44) (jumps s32 s53)
(jumps s32 s51) (jumps s33 s45) (jumps s33 s54) (jumps s33 s41)
(jumps s33 s52) (jumps s34 s46) (jumps s34 s55) (jumps s34 s42)
(jumps s34 s53) (jumps s35 s56) (jumps s35 s43) (jumps s35 s54)
(jumps s36 s44) (jumps s36 s55) (jumps s41 s53) (jumps s41 s62)
(jumps s42 s54) (jumps s42 s63) (jumps s42 s61) (jumps s43 s55)
(jumps s43 s64) (jumps s43 s51) (jumps s43 s62) (jumps s44 s56)
(jumps s44 s65) (jumps s44 s52) (jumps s44 s63) (jumps s45 s66)
(jumps s45 s53) (jumps s45 s64) (jumps s46 s54) (jumps s46 s65)
(jumps s51 s63) (jumps s52 s64) (jumps s53 s65) (jumps s53 s61)
(jumps s54 s66) (jumps s54 s62) (jumps s55 s63) (jumps s56 s64))))

; end of items
(check-sat)
