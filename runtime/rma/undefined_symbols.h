// What the program and its libraries ask the loader for.
#pragma once

#include <string_view>

namespace fencepost::rma {

// Whether the module that `file` names may call what it is asked about; `symbol` is undefined in it and refers to a
// function or data of another. True: the search ends.
using Asks = bool (*)(std::string_view file, std::string_view symbol, void* context);

// Calls `asks` for the symbols in the relocations of every loaded module; the program's file is "".
void for_each_undefined_symbol(Asks asks, void* context);

}  // namespace fencepost::rma
