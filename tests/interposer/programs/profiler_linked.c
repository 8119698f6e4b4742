// The profiler is a library with which the program is linked: in the loader's order it comes after us.
// flags: -DPROGRAM
// profiler: linked
#include "profiler.h"
