/* mlockall, as libfencepost.so stands in front of it: the tables of the back end reserve tens of gigabytes of
 * addresses, of which few are used. Locked as a whole they would be made real. So pages are locked when they are first
 * used. */
#include <errno.h>
#include <sys/mman.h>

#include "next.h"

EXPORTED int mlockall(int flags) {
  NEXT(mlockall);
  if (next == NULL) return errno = ENOSYS, -1;
  return next((flags & (MCL_CURRENT | MCL_FUTURE)) != 0 ? flags | MCL_ONFAULT : flags);
}
