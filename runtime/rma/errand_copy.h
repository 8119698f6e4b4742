// The origin's side of errands (errands.h).
#pragma once

#include "rma/layout.h"
#include "rma/process_block.h"

namespace fencepost::rma {

// Has the peer move as many bytes as both layouts have, if that is likely to be faster than the kernel, and waits until
// it has. False: nothing or only a part has been moved, and everything has to be moved in another way.
bool copy_by_owner(const Peer& peer, Errand::Direction direction, const Layout& here, const Layout& there);

}  // namespace fencepost::rma
