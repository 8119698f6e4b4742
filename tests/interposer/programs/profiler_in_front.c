// The profiler is preloaded in front of us.
// flags: -DPROGRAM
// profiler: in front
#include "profiler.h"
