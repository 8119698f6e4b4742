// nobody_posts.c with its advice applied.
// ranks: 4
#define MENDED
#include "nobody_posts.c"
