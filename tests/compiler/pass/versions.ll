; Loops with marks: one for memory of interest, one for when there are none.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Where there is no room the mark comes first, where there is some nobody asks for one.
; CHECK-LABEL: @gather(
; CHECK: [[ROOM:%.*]] = call i64 @fencepost_passed_room(ptr %x)
; CHECK: call ptr @fencepost_passed_marks(
; CHECK: [[NONE:%.*]] = icmp eq i64 [[ROOM]], 0
; CHECK: br i1 [[NONE]], label %[[WINDOW:.*]], label %[[OTHER:.*]]
; CHECK: [[WINDOW]]:
; CHECK: [[HAS:%.*]] = icmp ult i64 %at.window
; CHECK: br i1 [[HAS]], label %{{.*}}, label %{{.*}}, !prof [[LIKELY:!.*]]
; CHECK: call fencepost_passed_stacked_8_asked
; CHECK: call void asm sideeffect "movb $$1, ($0,$1)"
; CHECK: [[SUM2:%.*]] = fadd double
; CHECK: [[OTHER]]:
; CHECK: icmp ult i64 %at
; CHECK-NOT: asm sideeffect "movb
; CHECK: call fencepost_passed_stacked_8_asked
; CHECK: %sum2 = fadd double
; CHECK: done:
; CHECK: [[RESULT:%.*]] = phi double [ %sum2, {{.*}} ], [ [[SUM2]], {{.*}} ]
; CHECK: ret double [[RESULT]]
define double @gather(ptr %x, ptr %index, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum2, %loop ]
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %e = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %e
  %sum2 = fadd double %sum, %v
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum2
}

; Of two arrays only one may be of interest: a loop for each of them, in which accesses to the other have no marks. In the
; one for both, whoever has no marks is still let go by its room.
; CHECK-LABEL: @copy(
; CHECK: [[ROOM_X:%.*]] = udiv i64
; CHECK: [[END_X:%.*]] = udiv i64
; CHECK: [[ROOM_Y:%.*]] = udiv i64
; CHECK: [[END_Y:%.*]] = udiv i64
; CHECK: switch i32 %{{.*}}, label %[[BOTH:.*]] [
; CHECK: i32 0, label %[[NONE:.*]]
; CHECK: i32 1, label %[[X:.*]]
; CHECK: i32 2, label %[[Y:.*]]
; CHECK: [[X]]:
; CHECK-NOT: icmp ult i64 %at{{.*}}, [[ROOM_X]]
; CHECK: icmp ult i64 %at{{.*}}, [[END_X]]
; CHECK: asm sideeffect "movb
; CHECK: icmp ult i64 %at{{.*}}, [[ROOM_Y]]
; CHECK-NOT: asm sideeffect "movb
; CHECK: [[Y]]:
; CHECK: icmp ult i64 %at{{.*}}, [[ROOM_X]]
; CHECK-NOT: asm sideeffect "movb
; CHECK-NOT: icmp ult i64 %at{{.*}}, [[ROOM_Y]]
; CHECK: icmp ult i64 %at{{.*}}, [[END_Y]]
; CHECK: asm sideeffect "movb
; CHECK: [[BOTH]]:
; CHECK: icmp ult i64 %at{{.*}}, [[ROOM_X]]
; CHECK: icmp ult i64 %at{{.*}}, [[END_X]]
; CHECK: asm sideeffect "movb
; CHECK: icmp ult i64 %at{{.*}}, [[ROOM_Y]]
; CHECK: icmp ult i64 %at{{.*}}, [[END_Y]]
; CHECK: asm sideeffect "movb
; CHECK: [[NONE]]:
; CHECK-NOT: asm sideeffect "movb
; CHECK: ret void
define void @copy(ptr %x, ptr %y, ptr %index, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %e = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %e
  %f = getelementptr double, ptr %y, i64 %at
  store double %v, ptr %f
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What stands in one line of the source, as in a loop that was unrolled, has the same marks; what stands elsewhere, its own.
; CHECK-LABEL: @unrolled(
; CHECK-COUNT-2: call ptr @fencepost_passed_marks(ptr %x
; CHECK-NOT: @fencepost_passed_marks
; CHECK: ret double
define double @unrolled(ptr %x, ptr %index, i64 %n) !dbg !6 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum4, %loop ]
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %e = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %e, !dbg !8
  %sum2 = fadd double %sum, %v
  %p2 = getelementptr i64, ptr %p, i64 1
  %at2 = load i64, ptr %p2
  %e2 = getelementptr double, ptr %x, i64 %at2
  %v2 = load double, ptr %e2, !dbg !10
  %sum3 = fadd double %sum2, %v2
  %at3 = xor i64 %at2, %at
  %e3 = getelementptr double, ptr %x, i64 %at3
  %v3 = load double, ptr %e3, !dbg !9
  %sum4 = fadd double %sum3, %v3
  %i2 = add nuw nsw i64 %i, 2
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum4
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "unrolled.c", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = distinct !DISubprogram(name: "unrolled", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 2, column: 3, scope: !6)
!9 = !DILocation(line: 3, column: 3, scope: !6)
!10 = !DILocation(line: 2, column: 9, scope: !6)

; CHECK: [[LIKELY]] = !{!"branch_weights", i32 1048575, i32 1}
