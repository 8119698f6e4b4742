/* Offsets in struct fencepost_hooks (attach.h) for assembly; hooks/passed.cpp checks them. */
#ifndef FENCEPOST_MEMORY_ATTACH_OFFSETS_H
#define FENCEPOST_MEMORY_ATTACH_OFFSETS_H

#define FENCEPOST_OFFSET_OF_FRAMED 72

#endif
