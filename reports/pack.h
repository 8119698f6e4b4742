// JSON in which each value occurs once: findings repeat their windows, stacks, epochs, sentences and source lines, and
// a page with thousands of findings would be tens of megabytes. html/unpack.js restores it.
//
//   {"shapes": [["file", "line"]], "values": ["halo.c", 18, [0, 0, 1], [-1, 2, 2], [-2, 7, 8]], "root": 3}
//
// A value is a text, number, truth value or null. An object is its shape (the list of its names) and the places of its
// values; a list is -1 and the places of its entries; a list of numbers is -2 and the numbers themselves.
#pragma once

#include <nlohmann/json.hpp>

namespace fencepost::reports {

nlohmann::ordered_json packed(const nlohmann::ordered_json& json);

}  // namespace fencepost::reports
