// The profiler is preloaded before us.
// flags: -DPROGRAM
// profiler: in front
#include "profiler.h"
