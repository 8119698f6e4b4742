/* fencepost_passed_access(address in rdi, size | kind << 16 in esi, site in rdx): what code of our compiler pass calls when the shadow
 * byte is not zero. Keeps every general register except r11 (LLVM's preserve_most), so that the checks cost the code around
 * them no registers. Passes on where it was called and the caller's frame pointer. */
#include "hook_table/offsets.h"

/* Whether the map of the page of the address in rdi (struct fencepost_page_map in table.h) has a bit set for one of the bytes from
 * there on, whose number is in `size` (a word in memory or a register of 16 bits): then not zero. Code does this itself only where that
 * is worth its length. Changes rax, rcx, rdx and rdi. */
    .macro look_at_map size
    mov %rdi, %rax
    shr $12, %rax
    and (fencepost_hooks_of_module + FENCEPOST_OFFSET_OF_MASK)(%rip), %rax
    add (fencepost_hooks_of_module + FENCEPOST_OFFSET_OF_SHADOW)(%rip), %rax
    movzbl (%rax), %edx     /* the page's byte, */
    shl $7, %edx
    mov %edi, %ecx
    shr $6, %ecx
    and $63, %ecx
    add %edx, %ecx
    add (fencepost_hooks_of_module + FENCEPOST_OFFSET_OF_PAGE_MAPS)(%rip), %rcx
    mov (%rcx), %ecx        /* 25 bits of its map and more, */
    movzbl (%rax), %eax
    shl $7, %eax
    sub %edx, %eax          /* not zero: it may have been another page's */
    jnz 8f
    mov %ecx, %edx
    mov %edi, %ecx
    shr $3, %ecx
    and $7, %ecx
    shr %cl, %edx
    and $7, %edi
    movzwl \size, %ecx
    lea 7(%rdi,%rcx), %ecx
    shr $3, %ecx
    mov $-1, %eax
    shl %cl, %eax
    not %eax
    test %eax, %edx
8:
    .endm

/* The registers that look_at_map and the search for a block use. */
    .macro push_scratch
    push %rax
    .cfi_adjust_cfa_offset 8
    push %rcx
    .cfi_adjust_cfa_offset 8
    push %rdx
    .cfi_adjust_cfa_offset 8
    push %rdi
    .cfi_adjust_cfa_offset 8
    .endm

    .text
    .globl fencepost_passed_access
    .hidden fencepost_passed_access
    .type fencepost_passed_access, @function
    .p2align 4
fencepost_passed_access:
    .cfi_startproc
    push_scratch
    look_at_map %si
    pop %rdi
    .cfi_adjust_cfa_offset -8
    pop %rdx
    .cfi_adjust_cfa_offset -8
    pop %rcx
    .cfi_adjust_cfa_offset -8
    pop %rax
    .cfi_adjust_cfa_offset -8
    jnz 3f
    ret
3:  /* First the element's bit, if there is a block for it (struct fencepost_block in table.h; site 0 has none). Loops
     * that mostly need less leave it to us. */
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

/* fencepost_passed_pushed: the same for code of GCC, as assembly that keeps every register there is. Pushed before, in this order:
 * the caller's frame pointer, the address, size | kind << 16, the upper and the lower half of the site; all that, and the 128 bytes
 * above it that a function without calls may use, is gone when it returns. */
#define PUSHED_SITE_LOW 40
#define PUSHED_SITE_HIGH 48
#define PUSHED_WHAT 56
#define PUSHED_ADDRESS 64
#define PUSHED_FRAME 72
    .globl fencepost_passed_pushed
    .hidden fencepost_passed_pushed
    .type fencepost_passed_pushed, @function
    .p2align 4
fencepost_passed_pushed:
    .cfi_startproc
    push_scratch
    mov PUSHED_ADDRESS(%rsp), %rdi
    look_at_map PUSHED_WHAT(%rsp)
    jz 1f
fencepost_passed_pushed_find:
    mov PUSHED_SITE_LOW(%rsp), %eax
    mov PUSHED_SITE_HIGH(%rsp), %rdx
    shl $32, %rdx
    or %rax, %rdx           /* the site, */
    jz 2f
    mov PUSHED_ADDRESS(%rsp), %rdi
    mov PUSHED_FRAME(%rsp), %rax
    mov 8(%rax), %rax
    movabs $FENCEPOST_CALLER_FACTOR_OF_ASSEMBLY, %rcx
    imul %rcx, %rax
    add %rdx, %rax
    movzwl PUSHED_WHAT(%rsp), %ecx
    bsf %ecx, %ecx
    ror %cl, %rdi           /* the element, */
    mov %rdi, %rcx
    shr $2, %rcx
    and $-64, %rcx
    add %rcx, %rax          /* the tag, */
    mov %eax, %ecx
    and $FENCEPOST_BLOCKS_MASK_OF_ASSEMBLY, %ecx
    mov fencepost_blocks@gottpoff(%rip), %rdx
    add %fs:(%rdx), %rcx    /* the block, */
    mov %edi, %edx
    shr $6, %edx
    and $3, %edx            /* which of its words */
    cmp %rax, (%rcx)
    jne 2f
    mov 8(%rcx,%rdx,8), %rax
    bts %rdi, %rax
    jc 1f
    mov %rax, 8(%rcx,%rdx,8)
1:  pop %rdi
    .cfi_adjust_cfa_offset -8
    pop %rdx
    .cfi_adjust_cfa_offset -8
    pop %rcx
    .cfi_adjust_cfa_offset -8
    pop %rax
    .cfi_adjust_cfa_offset -8
    ret $(5 * 8 + 128)
    .cfi_adjust_cfa_offset 32
2:  push %rsi
    .cfi_adjust_cfa_offset 8
    push %r8
    .cfi_adjust_cfa_offset 8
    push %r9
    .cfi_adjust_cfa_offset 8
    push %r10
    .cfi_adjust_cfa_offset 8
    push %r11
    .cfi_adjust_cfa_offset 8
    push %rbx
    .cfi_adjust_cfa_offset 8
    mov %rsp, %rbx
    .cfi_remember_state
    .cfi_def_cfa_register %rbx
    /* 6 + 4 words lie above the return address now. */
    mov 80(%rbx), %rcx
    mov 88(%rbx), %r9d
    mov 96(%rbx), %rax
    shl $32, %rax
    or %rax, %r9
    mov 104(%rbx), %esi
    mov %esi, %edx
    shr $16, %edx
    movzwl %si, %esi
    mov 112(%rbx), %rdi
    mov 120(%rbx), %r8
    /* The vector registers, as far as they are in use. (Those of matrices are not touched.) */
    sub $2816, %rsp
    and $-64, %rsp
    cmpb $0, fencepost_saves_compactly(%rip)
    je 3f
    xor %eax, %eax
    mov %rax, 512(%rsp)
    mov %rax, 520(%rsp)
    mov %rax, 528(%rsp)
    mov %rax, 536(%rsp)
    mov %rax, 544(%rsp)
    mov %rax, 552(%rsp)
    mov %rax, 560(%rsp)
    mov %rax, 568(%rsp)
    mov %edx, %r10d
    mov $0xe7, %eax
    xor %edx, %edx
    xsavec64 (%rsp)
    mov %r10d, %edx
    jmp 4f
3:  fxsave64 (%rsp)
4:  cld
    call *(fencepost_hooks_of_module + FENCEPOST_OFFSET_OF_FRAMED)(%rip)
    /* The blocks it gives are kept, see keep_blocks in hooks.h. */
    lea fencepost_no_blocks(%rip), %rcx
    test %rax, %rax
    cmovz %rcx, %rax
    mov fencepost_blocks@gottpoff(%rip), %rcx
    mov %rax, %fs:(%rcx)
    cmpb $0, fencepost_saves_compactly(%rip)
    je 5f
    mov $0xe7, %eax
    xor %edx, %edx
    xrstor64 (%rsp)
    jmp 6f
5:  fxrstor64 (%rsp)
6:  mov %rbx, %rsp
    .cfi_restore_state
    pop %rbx
    .cfi_adjust_cfa_offset -8
    pop %r11
    .cfi_adjust_cfa_offset -8
    pop %r10
    .cfi_adjust_cfa_offset -8
    pop %r9
    .cfi_adjust_cfa_offset -8
    pop %r8
    .cfi_adjust_cfa_offset -8
    pop %rsi
    .cfi_adjust_cfa_offset -8
    jmp 1b
    .cfi_endproc
    .size fencepost_passed_pushed, .-fencepost_passed_pushed

/* The same from code that has looked at the map itself. */
    .globl fencepost_passed_pushed_asked
    .hidden fencepost_passed_pushed_asked
    .type fencepost_passed_pushed_asked, @function
    .p2align 4
fencepost_passed_pushed_asked:
    .cfi_startproc
    push_scratch
    jmp fencepost_passed_pushed_find
    .cfi_endproc
    .size fencepost_passed_pushed_asked, .-fencepost_passed_pushed_asked
    .section .note.GNU-stack, "", @progbits
