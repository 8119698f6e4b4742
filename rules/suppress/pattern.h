// Patterns of suppression files: * stands for any characters (also '/' and none), ? for one character, everything else
// for itself.
#pragma once

#include <string_view>

#include "model/finding.h"

namespace fencepost::suppress {

// Whether the whole text fits the pattern.
bool fits(std::string_view pattern, std::string_view text);

// A path: all of it fits, or its end after a '/': "halo.c" and "src/*.c" fit /home/ada/src/halo.c. A pattern that ends
// in '/' means everything below.
bool fits_path(std::string_view pattern, std::string_view path);

// A function as debug information names it: with or without its arguments: "grid::relax" fits "grid::relax(double*,
// int) const".
bool fits_function(std::string_view pattern, std::string_view function);

}  // namespace fencepost::suppress
