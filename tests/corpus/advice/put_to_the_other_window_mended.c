// The put names the window that is fenced.
#define MENDED
#include "put_to_the_other_window.c"
