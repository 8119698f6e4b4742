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
    cmp %rax, (%rcx)
    je 5f
    mov %eax, %ecx
    and $FENCEPOST_BLOCKS_MASK_OF_ASSEMBLY, %ecx
    xor $FENCEPOST_BLOCKS_OTHER_OF_ASSEMBLY, %ecx
    add %fs:(%r9), %rcx
    cmp %rax, (%rcx)
    jne 1f
5:  mov %r8d, %r9d
    shr $6, %r9d
    and $3, %r9d            /* which of its words */
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

/* fencepost_passed_stacked: the same for code of GCC, as assembly that keeps every register there is. Pushed before, in this order: the
 * address, size | kind << 16; both, and the 128 bytes above them that a function without calls may use, are gone when it returns. It looks
 * at the page's map, but for ..._asked, whose callers have done so. ..._1 to ..._16 are for accesses of that size that have blocks: they
 * come first, because whoever finds its bit has recorded the same access already. Their site is a product of the return address. */
#define PUSHED_BYTES (2 * 8 + 128)
    .macro save register
    push %\register
    .cfi_adjust_cfa_offset 8
    .endm
    .macro restore register
    pop %\register
    .cfi_adjust_cfa_offset -8
    .endm
    .macro begin_hidden name
    .globl \name
    .hidden \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    .endm
    .macro end_hidden name
    .cfi_endproc
    .size \name, .-\name
    .endm

    .macro pushed name, tail
    begin_hidden \name
    save rax
    save rcx
    save rdx
    save rsi
    xor %esi, %esi          /* no site */
    jmp \tail
    end_hidden \name
    .endm

    /* Four words are saved, so these lie above: */
#define PUSHED_RETURN 32
#define PUSHED_WHAT 40
#define PUSHED_ADDRESS 48
    /* The block at `flipped` of the place of the tag in rax, in rdx, and which of its words has the element of rcx, in rsi. */
    .macro find_block flipped
    mov %eax, %edx
    and $FENCEPOST_BLOCKS_MASK_OF_ASSEMBLY, %edx
    .if \flipped
    xor $FENCEPOST_BLOCKS_OTHER_OF_ASSEMBLY, %edx
    .endif
    mov fencepost_blocks@gottpoff(%rip), %rsi
    add %fs:(%rsi), %rdx
    mov %ecx, %esi
    shr $6, %esi
    and $3, %esi
    cmp %rax, (%rdx)
    .endm
    .macro pushed_of_size name, shift, tail
    begin_hidden \name
    save rax
    save rcx
    save rdx
    save rsi
    mov PUSHED_ADDRESS(%rsp), %rcx
    mov 8(%rbp), %rax
    imul caller_factor(%rip), %rax
    mov PUSHED_RETURN(%rsp), %rdx
    imul site_factor(%rip), %rdx
    add %rdx, %rax
    .if \shift
    ror $\shift, %rcx       /* the element, */
    .endif
    mov %rcx, %rdx
    shr $2, %rdx
    and $-64, %rdx
    add %rdx, %rax          /* the tag, */
    find_block 0
    jne 2f
1:  mov 8(%rdx,%rsi,8), %rax
    bts %rcx, %rax
    jc 3f
    mov %rax, 8(%rdx,%rsi,8)
3:  .cfi_remember_state
    restore rsi
    restore rdx
    restore rcx
    restore rax
    ret $PUSHED_BYTES
    .cfi_restore_state
2:  find_block 1
    je 1b
    mov PUSHED_RETURN(%rsp), %rsi
    imul site_factor(%rip), %rsi
    jmp \tail
    end_hidden \name
    .endm

    .section .rodata
    .p2align 3
caller_factor:
    .quad FENCEPOST_CALLER_FACTOR_OF_ASSEMBLY
site_factor:
    .quad FENCEPOST_SITE_FACTOR_OF_ASSEMBLY
    .text

    .irp asked, , _asked
    pushed fencepost_passed_stacked\asked, tell_pushed\asked
    pushed_of_size fencepost_passed_stacked_1\asked, 0, tell_pushed\asked
    pushed_of_size fencepost_passed_stacked_2\asked, 1, tell_pushed\asked
    pushed_of_size fencepost_passed_stacked_4\asked, 2, tell_pushed\asked
    pushed_of_size fencepost_passed_stacked_8\asked, 3, tell_pushed\asked
    pushed_of_size fencepost_passed_stacked_16\asked, 4, tell_pushed\asked
    .endr

    /* The rest of them: with the site in rsi. */
    .type tell_pushed, @function
    .p2align 4
tell_pushed:
    .cfi_startproc
    .cfi_adjust_cfa_offset PUSHED_RETURN
    save rdi
    mov (PUSHED_ADDRESS + 8)(%rsp), %rdi
    look_at_map (PUSHED_WHAT + 8)(%rsp)
    jnz 7f
2:  .cfi_remember_state
    restore rdi
    restore rsi
    restore rdx
    restore rcx
    restore rax
    ret $PUSHED_BYTES
    .cfi_restore_state
tell_pushed_asked:
    .cfi_adjust_cfa_offset -8
    save rdi
7:  save r8
    save r9
    save r10
    save r11
    save rbx
    mov %rsp, %rbx
    .cfi_remember_state
    .cfi_def_cfa_register %rbx
    /* Six more words are saved now. */
    mov (PUSHED_RETURN + 48)(%rbx), %rcx
    mov %rbp, %r8
    mov %rsi, %r9
    mov (PUSHED_WHAT + 48)(%rbx), %esi
    mov %esi, %edx
    shr $16, %edx
    movzwl %si, %esi
    mov (PUSHED_ADDRESS + 48)(%rbx), %rdi
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
    restore rbx
    restore r11
    restore r10
    restore r9
    restore r8
    jmp 2b
    .cfi_endproc
    .size tell_pushed, .-tell_pushed
    .section .note.GNU-stack, "", @progbits
