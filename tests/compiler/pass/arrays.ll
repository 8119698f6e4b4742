; Small arrays, whose bounds are known in front of the outermost loop, and rows that the optimizer has unrolled.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; One look at the pages of the first and the last byte that may be reached. If nothing is tracked there, the loops are
; those of the program.
; CHECK-LABEL: @block(
; CHECK-NOT: @fencepost_passed_room
; CHECK: [[FIRST:%.*]] = ptrtoint ptr %b to i64
; CHECK: [[LAST:%.*]] = getelementptr i8, ptr %b, i64 199
; CHECK: [[STATES:%.*]] = or i8
; CHECK: icmp ne i8 [[STATES]], 0
; CHECK: br i1 {{%.*}}, label %[[SOME:.*]], label %[[BEHIND:.*]], !prof
; If they are tracked in part, whether any of these bytes is.
; CHECK: [[SOME]]:
; CHECK: icmp eq i8 {{%.*}}, 2
; CHECK: [[ASKED:%.*]] = call i64 @fencepost_passed_untracked(ptr %b, i64 200)
; CHECK: [[BYTES:%.*]] = phi i64 [ 0, {{%.*}} ], [ [[ASKED]], {{%.*}} ]
; CHECK: [[BEHIND]]:
; CHECK: phi i64 [ 1, {{%.*}} ], [ [[BYTES]], {{%.*}} ]
; CHECK: br i1 {{%.*}}, label %[[WINDOW:.*]], label %[[PLAIN:.*]]
; Otherwise each access sets its element's bit in a register, and what follows the loops reports them.
; CHECK: [[WINDOW]]:
; CHECK: [[BIT:%.*]] = shl i64 1,
; CHECK: or i64 {{%.*}}, [[BIT]]
; CHECK-NOT: @fencepost_passed_access
; CHECK: [[PLAIN]]:
; CHECK: {{^}}loop:
; CHECK: %i =
; CHECK-NEXT: br label %inner
; CHECK: {{^}}some:
; CHECK-NEXT: %q = getelementptr double, ptr %row, i64 %j
; CHECK-NEXT: %v = load double, ptr %p
; CHECK-NEXT: %w = fadd double %v, 1.0
; CHECK-NEXT: br label %[[GOES_ON:.*]]
; CHECK: [[GOES_ON]]:
; CHECK-NEXT: store double %w, ptr %q
; CHECK: {{^}}done:
; CHECK: [[STORED:%.*]] = phi i64
; CHECK: icmp ne i64 [[STORED]], 0
; CHECK: notail call void @fencepost_passed_lanes(ptr {{%.*}}, i32 65544, i64 [[STORED]], i64
; CHECK: notail call void @fencepost_passed_lanes(ptr {{%.*}}, i32 8, i64
; CHECK: ret void
define void @block(ptr %b, i64 %which) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  br label %inner
inner:
  %j = phi i64 [ 0, %loop ], [ %j2, %inner_next ]
  %row = getelementptr [5 x double], ptr %b, i64 %i
  %p = getelementptr [5 x double], ptr %b, i64 %j, i64 %i
  %is = icmp ult i64 %j, %which
  br i1 %is, label %some, label %inner_next
some:
  %q = getelementptr double, ptr %row, i64 %j
  %v = load double, ptr %p
  %w = fadd double %v, 1.0
  store double %w, ptr %q
  br label %inner_next
inner_next:
  %j2 = add nuw nsw i64 %j, 1
  %more = icmp ne i64 %j2, 5
  br i1 %more, label %inner, label %next
next:
  %i2 = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i2, 5
  br i1 %again, label %loop, label %done
done:
  ret void
}

; Three copies of a store, on one line, of neighbours: one record, whose rows they are. Two more on another line are
; apart.
; CHECK-LABEL: @unrolled(
; CHECK: call void @fencepost_passed_grid(ptr %a, i32 65544, i64 8, i64 3, i64 600, i64 %n){{.*}} !dbg [[LINE:![0-9]+]]
; CHECK-NEXT: call void @fencepost_passed_grid({{.*}}, i32 65544, i64 600, i64 %n, i64 80, i64 2){{.*}} !dbg
; CHECK-NEXT: br label %loop
; CHECK: ret void
define void @unrolled(ptr %a, i64 %n) !dbg !5 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %p = getelementptr inbounds [75 x double], ptr %a, i64 %i
  %p1 = getelementptr inbounds i8, ptr %p, i64 8
  %p2 = getelementptr inbounds i8, ptr %p, i64 16
  %p10 = getelementptr inbounds i8, ptr %p, i64 160
  %p20 = getelementptr inbounds i8, ptr %p, i64 240
  store double 0.0, ptr %p1, !dbg !8
  store double 0.0, ptr %p, !dbg !8
  store double 0.0, ptr %p2, !dbg !8
  store double 0.0, ptr %p10, !dbg !9
  store double 0.0, ptr %p20, !dbg !9
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "unrolled", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 2, column: 3, scope: !5)
!9 = !DILocation(line: 3, column: 3, scope: !5)
