; What a loop does as a whole is one record in front of it, where that is exact.
; RUN: print<fencepost-hoist>
declare void @unknown()
declare i32 @next() nounwind willreturn nosync memory(none)

; CHECK-LABEL: sweep:
; CHECK-NEXT: hoisted store 8 %e in front of %loop: %n times, 8 apart, from %p
; CHECK-NEXT: end
define void @sweep(ptr %p, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %before, label %done
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %j, %loop ]
  %e = getelementptr double, ptr %p, i64 %i
  store double 0.0, ptr %e
  %j = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; The same element each time, and downwards.
; CHECK-LABEL: other_strides:
; CHECK-NEXT: hoisted load 8 %q in front of %loop: 100 times, 0 apart, from %q
; CHECK-NEXT: hoisted store 4 %e in front of %loop: 100 times, -12 apart, from (1188 + %p)
; CHECK-NEXT: end
define void @other_strides(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 99, %entry ], [ %j, %loop ]
  %x = load volatile i64, ptr %p, !nosanitize !0
  %y = load i64, ptr %q
  %at = mul nsw i64 %i, 3
  %e = getelementptr i32, ptr %p, i64 %at
  store i32 0, ptr %e
  %j = add nsw i64 %i, -1
  %more = icmp ne i64 %i, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Out of both loops: rows.
; CHECK-LABEL: nest:
; CHECK-NEXT: hoisted store 8 %e in front of %outer: 48 times, 8 apart, from %p; 98 rows, 400 apart
; CHECK-NEXT: end
define void @nest(ptr %p) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j2, %inner ]
  %e = getelementptr [50 x double], ptr %p, i64 %i, i64 %j
  store double 0.0, ptr %e
  %j2 = add nuw nsw i64 %j, 1
  %more = icmp ne i64 %j2, 48
  br i1 %more, label %inner, label %next
next:
  %i2 = add nuw nsw i64 %i, 1
  %more2 = icmp ne i64 %i2, 98
  br i1 %more2, label %outer, label %done
done:
  ret void
}

; A call that may synchronize: nothing moves across it. One that only computes is no obstacle.
; CHECK-LABEL: calls:
; CHECK-NEXT: {{^}}  store 8 %e
; CHECK-NEXT: end
define void @calls(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %e = getelementptr double, ptr %p, i64 %i
  store double 0.0, ptr %e
  call void @unknown()
  %j = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %j, 100
  br i1 %more, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: harmless_calls:
; CHECK-NEXT: hoisted store 8 %e
define void @harmless_calls(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %e = getelementptr double, ptr %p, i64 %i
  store double 0.0, ptr %e
  %x = call i32 @next()
  %j = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %j, 100
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Only where the loop's data say so: stays where it is. So does an address that comes from memory.
; CHECK-LABEL: depends:
; CHECK-NEXT: hoisted load 8 %e
; CHECK-NEXT: {{^}}  store 8 %q
; CHECK-NEXT: {{^}}  load 8 %g
; CHECK-NEXT: end
define void @depends(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %e = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %e
  %odd = icmp sgt i64 %x, 0
  br i1 %odd, label %then, label %next
then:
  store i64 1, ptr %q
  br label %next
next:
  %g = getelementptr i64, ptr %q, i64 %x
  %y = load i64, ptr %g
  %j = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %j, 100
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A condition that does not change in the loop goes along.
; CHECK-LABEL: invariant_condition:
; CHECK-NEXT: hoisted store 8 %e in front of %loop: 100 times, 8 apart, from %p if %c
define void @invariant_condition(ptr %p, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  br i1 %c, label %then, label %next
then:
  %e = getelementptr i64, ptr %p, i64 %i
  store i64 1, ptr %e
  br label %next
next:
  %j = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %j, 100
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A way out in the middle: what lies behind it is not done in the last iteration.
; CHECK-LABEL: early_exit:
; CHECK-NEXT: hoisted load 8 %e behind %loop: 8 apart, from %p
; CHECK-NEXT: {{^}}  store 8 %e
; CHECK-NEXT: end
define void @early_exit(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %e = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %e, !dbg !4
  %stop = icmp eq i64 %x, 0
  br i1 %stop, label %done, label %next
next:
  store i64 1, ptr %e
  %j = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %j, 100
  br i1 %more, label %loop, label %done
done:
  ret void
}

!llvm.module.flags = !{!5}
!llvm.dbg.cu = !{!1}
!0 = !{}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "early_exit", unit: !1, file: !2, line: 1)
!4 = !DILocation(line: 7, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}

; A search: how far it goes is known behind it. (The second load is not made in the last round.)
; CHECK-LABEL: search:
; CHECK-NEXT: hoisted load 1 %p behind %loop: 1 apart, from %from
; CHECK-NEXT: {{^}}  load 8 %e
; CHECK-NEXT: end
define ptr @search(ptr %from, ptr %q) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %from, %entry ], [ %next, %more ]
  %i = phi i64 [ 0, %entry ], [ %j, %more ]
  %c = load i8, ptr %p
  %next = getelementptr i8, ptr %p, i64 1
  %zero = icmp eq i8 %c, 0
  br i1 %zero, label %done, label %more
more:
  %e = getelementptr i64, ptr %q, i64 %i
  %v = load i64, ptr %e
  %j = add nuw nsw i64 %i, 1
  %other = icmp eq i64 %v, 7
  br i1 %other, label %also_done, label %loop
done:
  ret ptr %p
also_done:
  ret ptr null
}

; Within another loop it would be a record for each time.
; CHECK-LABEL: searches:
; CHECK-NEXT: {{^}}  load 1 %p
; CHECK-NEXT: end
define void @searches(ptr %from, i64 %n) {
entry:
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k2, %done ]
  br label %loop
loop:
  %p = phi ptr [ %from, %outer ], [ %next, %loop ]
  %c = load i8, ptr %p
  %next = getelementptr i8, ptr %p, i64 1
  %zero = icmp eq i8 %c, 0
  br i1 %zero, label %done, label %loop
done:
  %k2 = add i64 %k, 1
  %again = icmp ne i64 %k2, %n
  br i1 %again, label %outer, label %over
over:
  ret void
}
