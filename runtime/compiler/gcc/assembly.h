// Inline assembly: what its memory operands say, and what they do not.
#pragma once

#include "gcc/access.h"

namespace fencepost::gcc {

void collect_assembly(Accesses& found, gasm* assembly);
// Pointers in registers that it may follow.
std::vector<tree> unseen_addresses_of_assembly(gasm* assembly);
bool is_fence_of_assembly(const gasm* assembly);

}  // namespace fencepost::gcc
