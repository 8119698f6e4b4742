// Volatile words, by which threads without atomics wait for each other. Before each load and store of one, the tool is
// called (volatile_load and volatile_store of struct fencepost_hooks), in addition to the reports of accesses.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

// Whether the statement loads or stores one that others may load or store, too. To be called before our code is there.
bool is_volatile_word(gimple* statement);

std::vector<gimple*> volatile_words(function* function);
void add_volatile_order(const std::vector<gimple*>& words);

}  // namespace fencepost::gcc
