// What nobody_posts.c is told to do.
// ranks: 4
#define MENDED
#include "nobody_posts.c"
