/* Fortran has no weak references. */
#include "probe.h"
void probe_track_if_there(void* address, size_t size) { track(address, size); }
