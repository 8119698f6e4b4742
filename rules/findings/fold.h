// One mistake, one finding: removes findings that others at the same two lines cover already, and sorts the rest.
#pragma once

#include <vector>

#include "model/finding.h"

namespace fencepost {

// Among findings of races with the same pair of lines
// - "ordered only by this run's lock order" gives way to any race: they are the same two statements, met in another
//   order;
// - a load gives way to a store of the same rule at its line (`x += 1` is both), which takes over its occurrences;
// - a load that looks once gives way to one that polls: compilers peel the first round off a loop.
void fold_alike(std::vector<Finding>& findings);

// Whether what is advised first is to use other bytes or buffers: order would only hide such a mistake. (If that is
// only a second way to fix it, order is also one.)
bool is_of_places(const Finding& finding);

// Whether `finding` will give way to `other`.
bool gives_way(const Finding& finding, const Finding& other);

// Sorts as Findings::findings promises. Several may have one fingerprint.
void put_in_order(std::vector<Finding>& findings);

}  // namespace fencepost
