/* The exported entry points: each jumps through a slot of its own, with registers and stack as the program left them, so
 * that the function behind the slot sees the program as its caller. Slots first point to code that asks preload.c where
 * to go. It fills them all on the first MPI call of the process. Those of calls that MPI does not allow at a time point
 * to that code then.
 *
 * The second names (PMPI_*) are ours as well: a profiling library's function of the first name comes before us or after
 * us, and calls us by the second name.
 *
 * The Fortran names of one function share one slot: the four spellings of compilers, and the one by which Open MPI's
 * mpi_f08 module calls its mpif.h layer. The mpi_f08 module's own procedures have slots of their own. */
#if !defined(__x86_64__)
#error "The entry points of libfencepost.so are written for x86-64."
#endif

.macro entry symbol, slot
    .globl \symbol
    .type \symbol, @function
    .p2align 4
\symbol:
    .cfi_startproc
    endbr64
    jmp *\slot(%rip)
    .cfi_endproc
    .size \symbol, . - \symbol
.endm

/* A second name. Calls that the MPI library itself makes do not concern us. */
.macro second_entry symbol, slot, native
    .globl \symbol
    .type \symbol, @function
    .p2align 4
\symbol:
    .cfi_startproc
    endbr64
    movq (%rsp), %r11
    subq fencepost_mpi_library(%rip), %r11
    cmpq fencepost_mpi_library+8(%rip), %r11
    jb 1f
    jmp *\slot(%rip)
1:  jmp *\native(%rip)
    .cfi_endproc
    .size \symbol, . - \symbol
.endm

.macro first slot
first_\slot:
    .cfi_startproc
    endbr64
    pushq $((\slot - fencepost_slots) / 8)
    .cfi_adjust_cfa_offset 8
    jmp resolve
    .cfi_endproc
.endm

/* ---- slots: C functions in the order of mpi_calls.def, then the Fortran ones, then the second names of the first ---- */
    .data
    .p2align 3
    .globl fencepost_slots
    .hidden fencepost_slots
fencepost_slots:
#define MPI_CALL(name, since, arguments) c_##name: .quad first_c_##name;
#include "record/mpi_calls.def"
#undef MPI_CALL
    .globl fencepost_fortran_slots
    .hidden fencepost_fortran_slots
fencepost_fortran_slots:
#define FORTRAN_CALL(name, lower, upper, form_2008) f_##name: .quad first_f_##name;
#include "fortran_calls.def"
#undef FORTRAN_CALL
    .globl fencepost_fortran_2008_slots
    .hidden fencepost_fortran_2008_slots
fencepost_fortran_2008_slots:
#define FORTRAN_CALL(name, lower, upper, form_2008) g_##name: .quad first_g_##name;
#include "fortran_calls.def"
#undef FORTRAN_CALL

    .globl fencepost_second_slots
    .hidden fencepost_second_slots
fencepost_second_slots:
#define MPI_CALL(name, since, arguments) p_##name: .quad first_p_##name;
#include "record/mpi_calls.def"
#undef MPI_CALL

/* The MPI library's own functions in the order of mpi_calls.def, and its place in memory, first address and length:
 * filled in before any slot. */
    .globl fencepost_natives
    .hidden fencepost_natives
fencepost_natives:
#define MPI_CALL(name, since, arguments) n_##name: .quad 0;
#include "record/mpi_calls.def"
#undef MPI_CALL
    .globl fencepost_mpi_library
    .hidden fencepost_mpi_library
fencepost_mpi_library:
    .quad 0, 0

/* ---- entry points ---- */
    .text
#define MPI_CALL(name, since, arguments) entry MPI_##name, c_##name; second_entry PMPI_##name, p_##name, n_##name;
#include "record/mpi_calls.def"
#undef MPI_CALL
#define SPELLINGS(name, lower, upper)        \
    entry mpi_##lower##_, f_##name;          \
    entry mpi_##lower##__, f_##name;         \
    entry mpi_##lower, f_##name;             \
    entry MPI_##upper, f_##name;             \
    entry ompi_##lower##_f, f_##name;
#define FORTRAN_CALL(name, lower, upper, form_2008)     \
    SPELLINGS(name, lower, upper)            \
    entry mpi_##form_2008, g_##name;
#include "fortran_calls.def"
#undef FORTRAN_CALL
/* Where the generic names of `use mpi` lead if an address is returned as TYPE(C_PTR). */
    SPELLINGS(Alloc_mem, alloc_mem_cptr, ALLOC_MEM_CPTR)
    SPELLINGS(Win_allocate, win_allocate_cptr, WIN_ALLOCATE_CPTR)
    SPELLINGS(Win_allocate_shared, win_allocate_shared_cptr, WIN_ALLOCATE_SHARED_CPTR)
    SPELLINGS(Win_shared_query, win_shared_query_cptr, WIN_SHARED_QUERY_CPTR)

/* mpi_f08's names of forms with large counts, in MPICH from 4.2 on; fortran_calls.def has those of 4.0. */
    entry mpi_win_allocate_c_f08_, g_Win_allocate_c
    entry mpi_win_allocate_shared_c_f08_, g_Win_allocate_shared_c
    entry mpi_win_shared_query_c_f08_, g_Win_shared_query_c

/* ---- calls for which preload.c has to find the way: slot number on the stack, above the return address ---- */
#define MPI_CALL(name, since, arguments) first c_##name; first p_##name;
#include "record/mpi_calls.def"
#undef MPI_CALL
#define FORTRAN_CALL(name, lower, upper, form_2008) first f_##name; first g_##name;
#include "fortran_calls.def"
#undef FORTRAN_CALL

resolve:
    .cfi_startproc
    .cfi_def_cfa_offset 16
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %rcx
    pushq %r8
    pushq %r9
    pushq %rax
    pushq %r10
    subq $128, %rsp
    .cfi_adjust_cfa_offset 192
    movaps %xmm0, 0(%rsp)
    movaps %xmm1, 16(%rsp)
    movaps %xmm2, 32(%rsp)
    movaps %xmm3, 48(%rsp)
    movaps %xmm4, 64(%rsp)
    movaps %xmm5, 80(%rsp)
    movaps %xmm6, 96(%rsp)
    movaps %xmm7, 112(%rsp)
    movq 192(%rsp), %rdi
    movq 200(%rsp), %rsi
    call fencepost_resolve
    movq %rax, %r11
    movaps 0(%rsp), %xmm0
    movaps 16(%rsp), %xmm1
    movaps 32(%rsp), %xmm2
    movaps 48(%rsp), %xmm3
    movaps 64(%rsp), %xmm4
    movaps 80(%rsp), %xmm5
    movaps 96(%rsp), %xmm6
    movaps 112(%rsp), %xmm7
    addq $128, %rsp
    .cfi_adjust_cfa_offset -128
    popq %r10
    popq %rax
    popq %r9
    popq %r8
    popq %rcx
    popq %rdx
    popq %rsi
    popq %rdi
    addq $8, %rsp
    .cfi_adjust_cfa_offset -72
    jmp *%r11
    .cfi_endproc

    .section .note.GNU-stack, "", @progbits
