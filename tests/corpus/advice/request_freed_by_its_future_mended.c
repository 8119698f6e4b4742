// The future waits for its request.
#define MENDED
#include "request_freed_by_its_future.c"
