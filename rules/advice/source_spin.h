// Whether code may wait for another rank by other means than MPI: where it does, a meeting may come too early.
#pragma once

#include <initializer_list>
#include <string>

#include "advice/source_tree.h"

namespace fencepost {

// Whether a text has one of these words.
bool names_one_of(std::initializer_list<const char*> words, const std::string& text);

// Whether a statement sleeps, or lets others run, in a loop that may end otherwise than by its condition: a `for` that
// counts to its end waits for nobody. (Loops that wait by their condition are known by that.)
bool sleeps_in_loop(const SourceTree& tree, int inside);

// A loop that waits for a store of another rank is not visible: the store may come after the meeting. `ends_early`: a
// loop that counts may end before its count does.
bool may_spin(const std::string& function, bool fortran = false, bool ends_early = true);

// "[&] {", "[=](int i) {": its lines are in the function, but it may be called anywhere.
bool has_closure(const std::string& function);

}  // namespace fencepost
