// Copying between layouts here and in another process of the machine that has not let us map its memory: by the kernel
// (process_vm_readv, process_vm_writev), or, if there are many pieces, by that process (errands.h).
#pragma once

#include "rma/layout.h"
#include "rma/process_block.h"

namespace fencepost::rma {

// As many bytes as both layouts have. `there.address` is of the peer's memory. False: it is not accessible. `by_owner`:
// the owner may be asked to do it.
bool read_across(const Peer& peer, const Layout& here, const Layout& there, bool by_owner);
bool write_across(const Peer& peer, const Layout& here, const Layout& there, bool by_owner);

}  // namespace fencepost::rma
