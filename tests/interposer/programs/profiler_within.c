// The profiler is linked into the executable.
#include "profiler.h"
