// written_by_all_at_once.c with its advice applied.
#define MENDED
#include "written_by_all_at_once.c"
