// What flushed_with_a_call.cpp is told to do.
#define MENDED
#include "flushed_with_a_call.cpp"
