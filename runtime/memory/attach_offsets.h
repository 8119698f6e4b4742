/* What attach.h says, for assembly (hooks/slow.S); hooks/passed.cpp checks it. */
#ifndef FENCEPOST_MEMORY_ATTACH_OFFSETS_H
#define FENCEPOST_MEMORY_ATTACH_OFFSETS_H

#define FENCEPOST_OFFSET_OF_FRAMED 72
#define FENCEPOST_CALLER_FACTOR_OF_ASSEMBLY 0x6a09e667f3bcc909
#define FENCEPOST_BLOCKS_MASK_OF_ASSEMBLY 0xfffc0

#endif
