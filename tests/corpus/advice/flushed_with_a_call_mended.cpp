// flushed_with_a_call.cpp with its advice applied.
#define MENDED
#include "flushed_with_a_call.cpp"
