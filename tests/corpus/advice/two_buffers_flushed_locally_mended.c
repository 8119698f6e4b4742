// two_buffers_flushed_locally.c with its advice applied.
#define MENDED
#include "two_buffers_flushed_locally.c"
