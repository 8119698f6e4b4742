// From the call to the transport: is the operation allowed, when does it run, and what must have run before a
// synchronization call returns. All functions take the window's mutex themselves unless they require it.
#pragma once

#include <memory>

#include "rma/operation.h"
#include "rma/requests.h"
#include "rma/window.h"

namespace fencepost::rma {

// Chooses the elements that an atomic operation works on: the target's. MPI_REPLACE and MPI_NO_OP move values whatever
// they are: if the two sides have different types, or structures, which the standard forbids and Open MPI executes,
// they move their bytes.
void choose_elements(Operation& operation);

// What the standard says against the operation now: MPI_SUCCESS, or the class of the error. Checks epochs, the range of
// the target, datatypes and the reduction, but not the arguments that are checked before there is an Operation.
int check(Window& window, const Operation& operation);

// From now on loads and stores of its local buffers are recorded.
void track_buffers(const Operation& operation);

// Executes the operation or puts it among the waiting ones. `request` may be null.
void issue(Window& window, Operation& operation, const std::shared_ptr<Request>& request);

// An operation that check() refused for lack of an epoch, in a program that continues: executed now, whatever is open.
void issue_unsynchronized(Window& window, Operation& operation, const std::shared_ptr<Request>& request);
// Whether that is possible: the target's memory holds it, and its types make sense.
bool is_executable(Window& window, const Operation& operation);

// Runs what waits for `target`, waiting until it is open if need be. Ends when nothing waits.
void drain(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex);

// Makes what waits for `target` locally complete: runs fetching operations, and takes the origin's data of the others.
void drain_locally(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex);

// For the completion call of a request: `wait`: as drain_locally; else only if the target is open now.
void run_for_request(Window& window, int target, bool wait);

// The same for one request alone: its operation, and only what must run before it. False: the target is not open.
bool run_only(const Request& request, bool wait);

// Whether the target accepts operations now. Takes the lock that the program asked for if it is free now.
bool try_open(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex);
// Blocks until it does. The mutex is given up meanwhile.
void open(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex);

// Rank of a target in its window.
int rank_of(const Window& window, const Target& target);

}  // namespace fencepost::rma
