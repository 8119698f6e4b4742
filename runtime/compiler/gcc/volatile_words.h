// Volatile words, by which threads without atomics wait for each other. The tool is told before each load and store of
// one (volatile_load and volatile_store of struct fencepost_hooks), beside what it is told of accesses.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

// Whether the statement loads or stores one that another thread may load or store, too. Before our own code is there.
bool is_volatile_word(gimple* statement);

std::vector<gimple*> volatile_words(function* function);
void add_volatile_order(const std::vector<gimple*>& words);

}  // namespace fencepost::gcc
