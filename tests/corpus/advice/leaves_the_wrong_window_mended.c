// leaves_the_wrong_window.c with the window that was entered.
#define MENDED
#include "leaves_the_wrong_window.c"
