/* What attach.h says, for assembly (hooks/slow.S); hooks/passed.cpp checks it. */
#ifndef FENCEPOST_MEMORY_ATTACH_OFFSETS_H
#define FENCEPOST_MEMORY_ATTACH_OFFSETS_H

#define FENCEPOST_OFFSET_OF_FRAMED 72

#endif
