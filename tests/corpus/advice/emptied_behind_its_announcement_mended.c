// emptied_behind_its_announcement.c with its advice applied.
#define MENDED
#include "emptied_behind_its_announcement.c"
