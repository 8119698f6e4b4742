// What the program demands of our requests by testing and waiting: the operations that they stand for are not put off
// any longer.
#pragma once

namespace fencepost::rma {

// Registers with handles/requests.h. Once, when the runtime begins.
void start_demand();

}  // namespace fencepost::rma
