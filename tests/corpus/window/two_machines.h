// Makes Fencepost believe that each rank runs on its own machine: when it asks for the host's name, it gets a different
// one than the MPI library.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

int gethostname(char* name, size_t size) {
  Dl_info caller;
  struct utsname system;
  const char* rank = getenv("PMI_RANK") != NULL ? getenv("PMI_RANK") : getenv("OMPI_COMM_WORLD_RANK");
  uname(&system);
  if (rank != NULL && dladdr(__builtin_return_address(0), &caller) != 0 &&
      strstr(caller.dli_fname, "fencepost") != NULL)
    snprintf(name, size, "node%s", rank);
  else
    snprintf(name, size, "%s", system.nodename);
  return 0;
}
