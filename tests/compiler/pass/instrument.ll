; The code that reports accesses.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @unknown()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare <2 x double> @llvm.masked.load.v2f64.p0(ptr, i32, <2 x i1>, <2 x double>)

; The byte of its page decides; then the element's bit, then the slow path. No call on the way past.
; CHECK-LABEL: @one(
; CHECK-SAME: [[FRAME:#[0-9]+]]
; CHECK: [[MASK:%.*]] = load atomic i64, ptr getelementptr inbounds (i8, ptr @fencepost_hooks_of_module, i64 16) monotonic
; CHECK: [[SHADOW:%.*]] = load atomic ptr, ptr getelementptr inbounds (i8, ptr @fencepost_hooks_of_module, i64 8) monotonic
; CHECK: [[PAGE:%.*]] = lshr i64 {{%.*}}, 12
; CHECK: [[AT:%.*]] = and i64 [[PAGE]], [[MASK]]
; CHECK: getelementptr i8, ptr [[SHADOW]], i64 [[AT]]
; CHECK: br i1 {{%.*}}, label %[[TRACKED:.*]], label %[[ON:.*]], !prof
; CHECK: [[TRACKED]]:
; CHECK: call { i32, i64, i64, i64, i64 } asm sideeffect
; CHECK: br i1 {{%.*}}, label %[[SLOW:.*]], label %{{.*}}, !prof
; CHECK: [[SLOW]]:
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %p, i32 65544, i64
; CHECK: store i64 1, ptr %p
; CHECK: ret void
define void @one(ptr %p) {
  store i64 1, ptr %p
  ret void
}

; Without optimization there is no code for the bits.
; CHECK-LABEL: @unoptimized(
; CHECK-NOT: asm
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %p, i32 4, i64 0)
; CHECK: ret
define i32 @unoptimized(ptr %p) noinline optnone {
  %a = load i32, ptr %p
  ret i32 %a
}

; Ten bytes are no element of an array of bits.
; CHECK-LABEL: @odd_size(
; CHECK-NOT: asm
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %p, i32 10, i64 0)
; CHECK: ret
define x86_fp80 @odd_size(ptr %p) {
  %a = load x86_fp80, ptr %p
  ret x86_fp80 %a
}

; The table is loaded once for what lies between two calls, and again behind a call that may attach the tool.
; CHECK-LABEL: @table(
; CHECK: load atomic i64, ptr getelementptr inbounds (i8, ptr @fencepost_hooks_of_module, i64 16)
; CHECK-NOT: load atomic i64
; CHECK: store i32 2, ptr %q
; CHECK: call void @unknown()
; CHECK: load atomic i64, ptr getelementptr inbounds (i8, ptr @fencepost_hooks_of_module, i64 16)
; CHECK: ret
define void @table(ptr %p, ptr %q) {
  store i32 1, ptr %p
  store i32 2, ptr %q
  call void @unknown()
  store i32 3, ptr %p
  ret void
}

; What lies at constant distances shares looks at the pages of the first and of the last byte: the elements of a block,
; a structure's fields. If one is tracked, those within 64 bytes share a look at the page of the first of them.
; CHECK-LABEL: @neighbours(
; CHECK: [[LOW:%.*]] = getelementptr i8, ptr %p, i64 -8
; CHECK: load i8
; CHECK: [[LAST:%.*]] = getelementptr i8, ptr %p, i64 71
; CHECK: load i8
; CHECK: or i8
; CHECK: br i1 {{%.*}}, label %{{.*}}, label %[[BEHIND:[0-9]+]], !prof
; CHECK: load i8
; CHECK: [[AT8:%.*]] = getelementptr i8, ptr %p, i64 -8
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr [[AT8]], i32 4,
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %p, i32 8,
; CHECK: [[AT16:%.*]] = getelementptr i8, ptr %p, i64 16
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr [[AT16]], i32 65544,
; CHECK: load i8
; CHECK: [[AT64:%.*]] = getelementptr i8, ptr %p, i64 64
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr [[AT64]], i32 65544,
; CHECK: [[BEHIND]]:
; CHECK-NOT: load i8
; CHECK: store i64 2, ptr %far
; CHECK: ret void
define void @neighbours(ptr %p) {
  %a = load i64, ptr %p
  %p2 = getelementptr i8, ptr %p, i64 16
  store i64 1, ptr %p2
  %p3 = getelementptr i8, ptr %p, i64 -8
  %b = load i32, ptr %p3
  %far = getelementptr i8, ptr %p, i64 64
  store i64 2, ptr %far
  ret void
}

; CHECK-LABEL: @range(
; CHECK: call void @fencepost_passed_range(ptr %p, i64 %n, i32 65536)
; CHECK: call void @llvm.memset
define void @range(ptr %p, i64 %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}

; Of neighbours the first one's page decides, and a function looks which there are.
; CHECK-LABEL: @lanes(
; CHECK: load i8
; CHECK: [[BITS:%.*]] = bitcast <2 x i1> %m to i2
; CHECK: [[WORD:%.*]] = zext i2 [[BITS]] to i64
; CHECK: call void @fencepost_passed_lanes(ptr %p, i32 8, i64 [[WORD]], i64
; CHECK: call <2 x double> @llvm.masked.load
define <2 x double> @lanes(ptr %p, <2 x i1> %m) {
  %a = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %p, i32 8, <2 x i1> %m, <2 x double> undef)
  ret <2 x double> %a
}

; The access in front, as the release hands it on; whether it will store is a guess there, and known behind.
; CHECK-LABEL: @exchange(
; CHECK: [[NOW:%.*]] = load atomic i64, ptr %p monotonic
; CHECK: [[GUESS:%.*]] = icmp eq i64 [[NOW]], 0
; CHECK: [[WHAT:%.*]] = select i1 [[GUESS]], i32 262152, i32 131080
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %p, i32 [[WHAT]], i64 0)
; CHECK: call void @fencepost_passed_update(ptr %p, i32 5,
; CHECK: [[PAIR:%.*]] = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
; CHECK: extractvalue { i64, i1 } [[PAIR]], 1
; CHECK: call void @fencepost_passed_updated(ptr %p, i32 5,
define i1 @exchange(ptr %p) {
  %a = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  %b = extractvalue { i64, i1 } %a, 1
  ret i1 %b
}

; CHECK-LABEL: @fences(
; CHECK: call void @__tsan_atomic_thread_fence(i32 5)
; CHECK: fence seq_cst
define void @fences() {
  fence seq_cst
  ret void
}

; A loop: one record in front, its body untouched.
; CHECK-LABEL: @sweep(
; CHECK: call void @fencepost_passed_grid(ptr %p, i32 65544, i64 8, i64 1000, i64 0, i64 1)
; CHECK: loop:
; CHECK-NOT: call
; CHECK: ret void
define void @sweep(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %e = getelementptr double, ptr %p, i64 %i
  store double 0.0, ptr %e
  %j = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %j, 1000
  br i1 %more, label %loop, label %done
done:
  ret void
}

; One of so few elements that they lie in two pages: what is of interest in these decides whether anything is called, for
; all accesses with the same base.
; CHECK-LABEL: @short_sweep(
; CHECK-NOT: call
; CHECK: getelementptr i8, ptr %p, i64 807
; CHECK-NOT: call
; CHECK: call i64 @fencepost_passed_untracked(ptr %p, i64 808)
; CHECK-NOT: call
; CHECK: br i1 {{%.*}}, label %[[THEN:.*]], label %[[BEHIND:.*]], !prof
; CHECK: [[THEN]]:
; CHECK: call void @fencepost_passed_run(ptr %p, i32 8, i64 100, i64
; CHECK: call void @fencepost_passed_run(ptr {{%.*}}, i32 65544, i64 100, i64
; CHECK: br label %[[BEHIND]]
; CHECK: loop:
; CHECK-NOT: call
; CHECK: ret void
define void @short_sweep(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %e = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %e
  %j = add nuw nsw i64 %i, 1
  %f = getelementptr double, ptr %p, i64 %j
  store double %x, ptr %f
  %more = icmp ne i64 %j, 100
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Neighbours on both sides of an atomic operation are told of on their own side.
; CHECK-LABEL: @handed_over(
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %p, i32 65540,
; CHECK: store i32 7, ptr %p
; CHECK: call void @fencepost_passed_release
; CHECK: store atomic i32 1, ptr %flag release
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %next, i32 65540,
; CHECK: store i32 8, ptr %next
define void @handed_over(ptr %p, ptr %flag) {
  store i32 7, ptr %p
  store atomic i32 1, ptr %flag release, align 4
  %next = getelementptr i8, ptr %p, i64 4
  store i32 8, ptr %next
  ret void
}

!0 = !{}

; The highest bits of numbers; a number of bits, some of them of no lane; elements without gaps.
; CHECK-LABEL: @masks(
; CHECK: bitcast <2 x double> %v to <2 x i64>
; CHECK: icmp slt <2 x i64> {{%.*}}, zeroinitializer
; CHECK: call void @fencepost_passed_lanes(ptr %p, i32 65544, i64
; CHECK: bitcast i8 %b to <8 x i1>
; CHECK: and i64 {{%.*}}, 3
; CHECK: call void @fencepost_passed_lanes(ptr %p, i32 65537, i64
; CHECK: [[COUNT:%.*]] = call i64 @llvm.ctpop.i64(
; CHECK: call void @fencepost_passed_run(ptr %p, i32 65544, i64 [[COUNT]], i64
; CHECK: ret
declare void @llvm.x86.avx.maskstore.pd(ptr, <2 x i64>, <2 x double>)
declare void @llvm.x86.avx512.mask.pmov.qb.mem.128(ptr, <2 x i64>, i8)
declare void @llvm.masked.compressstore.v2f64(<2 x double>, ptr, <2 x i1>)
define void @masks(ptr %p, <2 x double> %v, <2 x i64> %w, i8 %b, <2 x i1> %m) {
  %i = bitcast <2 x double> %v to <2 x i64>
  call void @llvm.x86.avx.maskstore.pd(ptr %p, <2 x i64> %i, <2 x double> %v)
  call void @llvm.x86.avx512.mask.pmov.qb.mem.128(ptr %p, <2 x i64> %w, i8 %b)
  call void @llvm.masked.compressstore.v2f64(<2 x double> %v, ptr %p, <2 x i1> %m)
  ret void
}

; Those that lie anywhere each by itself.
; CHECK-LABEL: @gathered(
; CHECK: extractelement <2 x i1> {{%.*}}, i64 0
; CHECK: [[INDEX:%.*]] = extractelement <4 x i32> %i, i64 0
; CHECK: [[WIDE:%.*]] = sext i32 [[INDEX]] to i64
; CHECK: [[BYTES:%.*]] = mul i64 [[WIDE]], 8
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %p, i64 [[BYTES]]
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr {{%.*}}, i32 8,
; CHECK: extractelement <2 x i1> {{%.*}}, i64 1
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr {{%.*}}, i32 8,
; CHECK-NOT: extractelement
; CHECK: ret
declare <2 x double> @llvm.x86.avx2.gather.d.pd(<2 x double>, ptr, <4 x i32>, <2 x double>, i8)
define <2 x double> @gathered(ptr %p, <4 x i32> %i, <2 x double> %v) {
  %a = call <2 x double> @llvm.x86.avx2.gather.d.pd(<2 x double> %v, ptr %p, <4 x i32> %i, <2 x double> %v, i8 8)
  ret <2 x double> %a
}

; Hand-made atomics order as others do, and so do hand-made fences.
; CHECK-LABEL: @locked(
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %p, i32 262148,
; CHECK: call void @fencepost_passed_release(ptr %p, i32 5)
; CHECK: call i32 asm sideeffect "lock; xaddl
; CHECK: call void @fencepost_passed_acquire(ptr %p, i32 5)
; CHECK: call void @__tsan_atomic_thread_fence(i32 5)
; CHECK-NEXT: call void asm sideeffect "mfence"
; CHECK: call void @__tsan_atomic_thread_fence(i32 5)
; CHECK-NEXT: call void asm sideeffect "lock; orq
; CHECK: call void @__tsan_atomic_thread_fence(i32 5)
; CHECK-NEXT: call void @llvm.x86.sse2.mfence
; CHECK: ret
declare void @llvm.x86.sse2.mfence()
define void @locked(ptr %p) {
  %a = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory}"(ptr elementtype(i32) %p, i32 1, ptr elementtype(i32) %p)
  call void asm sideeffect "mfence", "~{memory}"()
  call void asm sideeffect "lock; orq $$0, (%rsp)", "~{memory}"()
  call void @llvm.x86.sse2.mfence()
  ret void
}

; As the last thing in a block, too.
; CHECK-LABEL: @asm_goto(
; CHECK: call void @fencepost_passed_release(ptr %p, i32 5)
; CHECK-NEXT: call void @fencepost_passed_acquire(ptr %p, i32 5)
; CHECK-NEXT: callbr void asm sideeffect "lock
define i32 @asm_goto(ptr %p) {
  callbr void asm sideeffect "lock; btsq $$0, $0; jc ${1:l}", "=*m,!i,~{memory}"(ptr elementtype(i64) %p) to label %free [label %taken]
free:
  ret i32 0
taken:
  ret i32 1
}

; Frames that were left without a return are told of where the function goes on.
; CHECK-LABEL: @landings(
; CHECK: call i32 @setjmp(ptr %b)
; CHECK-NEXT: call void @fencepost_passed_landed()
; CHECK: landingpad { ptr, i32 }
; CHECK-NEXT: catch ptr null
; CHECK-NEXT: call void @fencepost_passed_landed()
; CHECK: ret
declare i32 @setjmp(ptr) returns_twice
declare i32 @__gxx_personality_v0(...)
define i32 @landings(ptr %b) personality ptr @__gxx_personality_v0 {
  %r = call i32 @setjmp(ptr %b) returns_twice
  invoke void @unknown() to label %on unwind label %caught
on:
  ret i32 %r
caught:
  %e = landingpad { ptr, i32 } catch ptr null
  ret i32 7
}

; A loop with calls comes by the same place again and again: the code asks the page's map there, although the function
; has many accesses. Elsewhere the function that it calls does so.
; CHECK-LABEL: @comes_by(
; CHECK: %first = load i64, ptr %straight
; CHECK-NOT: i64 136
; CHECK: loop:
; CHECK: load atomic ptr, ptr getelementptr inbounds (i8, ptr @fencepost_hooks_of_module, i64 136)
; CHECK: %v = load i64, ptr %member
; CHECK-NOT: i64 136
; CHECK: ret void
define void @comes_by(ptr %this, ptr %straight, ptr %p, i64 %n) {
entry:
  %first = load i64, ptr %straight
  %q1 = getelementptr i8, ptr %p, i64 4096
  %q2 = getelementptr i8, ptr %p, i64 8192
  %q3 = getelementptr i8, ptr %p, i64 12288
  %q4 = getelementptr i8, ptr %p, i64 16384
  %q5 = getelementptr i8, ptr %p, i64 20480
  %q6 = getelementptr i8, ptr %p, i64 24576
  %q7 = getelementptr i8, ptr %p, i64 28672
  %q8 = getelementptr i8, ptr %p, i64 32768
  %q9 = getelementptr i8, ptr %p, i64 36864
  %q10 = getelementptr i8, ptr %p, i64 40960
  %q11 = getelementptr i8, ptr %p, i64 45056
  store i64 %first, ptr %q1
  store i64 %first, ptr %q2
  store i64 %first, ptr %q3
  store i64 %first, ptr %q4
  store i64 %first, ptr %q5
  store i64 %first, ptr %q6
  store i64 %first, ptr %q7
  store i64 %first, ptr %q8
  store i64 %first, ptr %q9
  store i64 %first, ptr %q10
  store i64 %first, ptr %q11
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %member = getelementptr inbounds i8, ptr %this, i64 16
  %v = load i64, ptr %member
  %e = getelementptr i64, ptr %p, i64 %v
  store i64 %i, ptr %e
  call void @unknown()
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Two ways may end with the same call: each returns to its own line.
; CHECK: declare hidden void @fencepost_passed_grid({{.*}}) [[TOLD:#[0-9]+]]

; The callers are found along the frame pointers.
; CHECK: attributes [[FRAME]] = { {{.*}}"frame-pointer"="all"
; CHECK: attributes [[TOLD]] = { {{.*}}nomerge
