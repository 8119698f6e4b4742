/* Where our calls of the MPI library go: fencepost_native_Put and so on (natives.h renames PMPI_Put to it)
 * jump to an entry of a table. In a program, PMPI_Put is that of libfencepost.so, which puts the library's own
 * functions into the table. If nobody does, as in tests, the entry is what the loader finds under the name. */
#if !defined(__x86_64__)
#error "The calls of the MPI library are written for x86-64."
#endif

    .data
    .p2align 3
    .globl fencepost_natives
    .hidden fencepost_natives
fencepost_natives:
#define MPI_CALL(name, since, arguments) .weak PMPI_##name; n_##name: .quad PMPI_##name;
#include "record/mpi_calls.def"
#undef MPI_CALL

.macro native symbol, slot
    .globl \symbol
    .hidden \symbol
    .type \symbol, @function
    .p2align 4
\symbol:
    .cfi_startproc
    endbr64
    jmp *\slot(%rip)
    .cfi_endproc
    .size \symbol, . - \symbol
.endm

    .text
#define MPI_CALL(name, since, arguments) native fencepost_native_##name, n_##name;
#include "record/mpi_calls.def"
#undef MPI_CALL

    .section .note.GNU-stack, "", @progbits
