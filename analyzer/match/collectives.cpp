#include "match/collectives.h"

#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fencepost::match {

namespace {

struct Row {
  std::string_view name;
  Direction direction;
  bool moves_data;
  bool creates;
};
constexpr Row kRows[] = {
#define COLLECTIVE(name, direction) {#name, Direction::direction, false, false},
#define MOVES_DATA(name, direction) {#name, Direction::direction, true, false},
#define CREATES(name, direction) {#name, Direction::direction, false, true},
#include "match/collectives.def"
#undef CREATES
#undef MOVES_DATA
#undef COLLECTIVE
};

bool strip_suffix(std::string& name, std::string_view suffix) {
  if (!name.ends_with(suffix)) return false;
  name.resize(name.size() - suffix.size());
  return true;
}

// The function without its large-count form; "nonblocking" and "persistent" stay distinguishable.
struct Function {
  std::string base;
  char form = 'b';  // blocking, i, p
};
Function function_of(MpiCall call) {
  Function function;
  std::string name(name_of(call));
  if (name.starts_with("MPI_")) name.erase(0, 4);
  if (strip_suffix(name, "_c")) {
  }
  if (strip_suffix(name, "_init")) function.form = 'p';
  if (name.starts_with("Comm_i")) {
    name.erase(5, 1);
    function.form = 'i';
  } else if (name.size() > 2 && name[0] == 'I' && name.find("Intercomm") != 0 && std::islower(name[1])) {
    name.erase(0, 1);
    name[0] = static_cast<char>(std::toupper(name[0]));
    function.form = 'i';
  }
  function.base = name;
  return function;
}

struct Known {
  Function function;
  Direction direction = Direction::kAll;
  bool moves_data = false;
  bool creates = false;
};
const Known& known(MpiCall call) {
  static const auto table = [] {
    std::array<Known, static_cast<std::size_t>(MpiCall::kCount) + 1> all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].function = function_of(static_cast<MpiCall>(i));
      for (const Row& row : kRows) {
        if (row.name != all[i].function.base) continue;
        all[i].direction = row.direction;
        all[i].moves_data = row.moves_data;
        all[i].creates = row.creates;
      }
    }
    return all;
  }();
  const auto index = static_cast<std::size_t>(call);
  return table[index < table.size() ? index : 0];
}

}  // namespace

Direction direction_of(MpiCall call) {
  return known(call).direction;
}

bool moves_data(MpiCall call) {
  return known(call).moves_data;
}

bool orders_each_group(MpiCall call) {
  return known(call).creates;
}

bool same_function(MpiCall a, MpiCall b) {
  if (a == b) return true;
  const Function& x = known(a).function;
  const Function& y = known(b).function;
  return x.base == y.base && x.form == y.form;
}

}  // namespace fencepost::match
