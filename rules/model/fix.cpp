#include "model/fix.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fencepost {
namespace {

auto key_of(const FixPlace& place) {
  return std::tie(place.at.file, place.at.line, place.name);
}

}  // namespace

bool same_change(const Fix& a, const Fix& b) {
  const auto met_at = [](const Fix& fix) {
    return fix.met_by ? std::tuple(fix.met_by->rank, fix.met_by->thread, fix.met_by->before.name)
                      : std::tuple(-1, -1, std::string());
  };
  const auto rest = [](const Fix& fix) {
    return std::tie(fix.kind, fix.side, fix.until.how, fix.argument.given, fix.argument.instead_of, fix.info_key,
                    fix.holds, fix.closing);
  };
  const auto same_place = [](const FixPlace& one, const FixPlace& other) { return key_of(one) == key_of(other); };
  return rest(a) == rest(b) && std::ranges::equal(a.also, b.also, same_place) && same_place(a.within, b.within) &&
         a.call == b.call && a.before_it == b.before_it && key_of(a.place) == key_of(b.place) &&
         key_of(a.until.place) == key_of(b.until.place) && key_of(a.moved) == key_of(b.moved) && met_at(a) == met_at(b);
}

bool same_changes(const Fixes& a, const Fixes& b) {
  return std::ranges::equal(a, b, same_change);
}

Fix must_hold(std::string clause) {
  return {.kind = FixKind::kMustHold, .holds = std::move(clause)};
}

}  // namespace fencepost
