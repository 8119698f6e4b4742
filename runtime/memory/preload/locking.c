/* The wrapper of mlockall in libfencepost.so. The tables of the back end reserve tens of gigabytes of addresses,
 * of which few are used. Locking all of it would make it real memory. So pages are locked when they are first
 * used. */
#include <errno.h>
#include <sys/mman.h>

#include "next.h"

EXPORTED int mlockall(int flags) {
  NEXT(mlockall);
  if (next == NULL) return errno = ENOSYS, -1;
  return next((flags & (MCL_CURRENT | MCL_FUTURE)) != 0 ? flags | MCL_ONFAULT : flags);
}
