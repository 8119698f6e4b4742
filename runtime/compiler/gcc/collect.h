// Step one: the loads and stores of a function.
#pragma once

#include "gcc/access.h"
#include "gcc/statistics.h"

namespace fencepost::gcc {

// In the order of the code, block by block.
Accesses collect(function* function, Statistics& statistics);

// The access that an expression stands for, if it is memory.
void add_reference(Accesses& found, gimple* statement, tree reference, Kind kind, bool is_behind = false);

// The addresses that the statement gets, without our knowing what it does with them.
std::vector<tree> unseen_addresses(gimple* statement);

}  // namespace fencepost::gcc
