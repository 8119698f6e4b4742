// The profiler is a library that the program is linked with: in the loader's order it stands behind us.
// flags: -DPROGRAM
// profiler: linked
#include "profiler.h"
