/* fencepost_passed_access(address in rdi, size | kind << 16 in esi, site in rdx): what code of our compiler pass calls when the shadow
 * byte is not zero. Keeps every general register but r11 (LLVM's preserve_most), so that the checks cost the code around
 * them no registers. Hands on where it was called and the caller's frame pointer. */
#include "memory/attach_offsets.h"

    .text
    .globl fencepost_passed_access
    .hidden fencepost_passed_access
    .type fencepost_passed_access, @function
    .p2align 4
fencepost_passed_access:
    .cfi_startproc
    /* First the element's bit, if there is a block for it (struct fencepost_block in attach.h; site 0 has none). Loops
     * that mostly do with less leave it to us. */
    test %rdx, %rdx
    jz 2f
    push %rax
    .cfi_adjust_cfa_offset 8
    push %rcx
    .cfi_adjust_cfa_offset 8
    push %r8
    .cfi_adjust_cfa_offset 8
    push %r9
    .cfi_adjust_cfa_offset 8
    mov 8(%rbp), %rax
    movabs $FENCEPOST_CALLER_FACTOR_OF_ASSEMBLY, %r8
    imul %r8, %rax
    add %rdx, %rax
    movzwl %si, %ecx
    bsf %ecx, %ecx
    mov %rdi, %r8
    ror %cl, %r8            /* the element, */
    mov %r8, %r9
    shr $2, %r9
    and $-64, %r9
    add %r9, %rax           /* the tag, */
    mov %eax, %ecx
    and $FENCEPOST_BLOCKS_MASK_OF_ASSEMBLY, %ecx
    mov fencepost_blocks@gottpoff(%rip), %r9
    add %fs:(%r9), %rcx     /* the block, */
    mov %r8d, %r9d
    shr $6, %r9d
    and $3, %r9d            /* which of its words */
    cmp %rax, (%rcx)
    jne 1f
    mov 8(%rcx,%r9,8), %rax
    bts %r8, %rax
    mov %rax, 8(%rcx,%r9,8)
    cmp %eax, %eax
1:  pop %r9
    .cfi_adjust_cfa_offset -8
    pop %r8
    .cfi_adjust_cfa_offset -8
    pop %rcx
    .cfi_adjust_cfa_offset -8
    pop %rax
    .cfi_adjust_cfa_offset -8
    jne 2f
    ret
2:  push %rax
    .cfi_adjust_cfa_offset 8
    push %rcx
    .cfi_adjust_cfa_offset 8
    push %rdx
    .cfi_adjust_cfa_offset 8
    push %rsi
    .cfi_adjust_cfa_offset 8
    push %rdi
    .cfi_adjust_cfa_offset 8
    push %r8
    .cfi_adjust_cfa_offset 8
    push %r9
    .cfi_adjust_cfa_offset 8
    push %r10
    .cfi_adjust_cfa_offset 8
    sub $8, %rsp
    .cfi_adjust_cfa_offset 8
    mov 72(%rsp), %rcx
    mov %rbp, %r8
    mov %rdx, %r9
    mov %esi, %edx
    shr $16, %edx
    movzwl %si, %esi
    call *(fencepost_hooks_of_module + FENCEPOST_OFFSET_OF_FRAMED)(%rip)
    /* The blocks it gives are kept, see keep_blocks in hooks.h. */
    lea fencepost_no_blocks(%rip), %rcx
    test %rax, %rax
    cmovz %rcx, %rax
    mov fencepost_blocks@gottpoff(%rip), %rcx
    mov %rax, %fs:(%rcx)
    add $8, %rsp
    .cfi_adjust_cfa_offset -8
    pop %r10
    .cfi_adjust_cfa_offset -8
    pop %r9
    .cfi_adjust_cfa_offset -8
    pop %r8
    .cfi_adjust_cfa_offset -8
    pop %rdi
    .cfi_adjust_cfa_offset -8
    pop %rsi
    .cfi_adjust_cfa_offset -8
    pop %rdx
    .cfi_adjust_cfa_offset -8
    pop %rcx
    .cfi_adjust_cfa_offset -8
    pop %rax
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size fencepost_passed_access, .-fencepost_passed_access
    .section .note.GNU-stack, "", @progbits
