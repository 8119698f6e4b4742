#include "gcc/instrument.h"

#include <cstddef>

#include "gcc/atomics.h"
#include "gcc/budget.h"
#include "gcc/collect.h"
#include "gcc/emit.h"
#include "gcc/filter.h"
#include "gcc/indexed_marks.h"
#include "gcc/loop_records.h"
#include "gcc/outlook.h"
#include "gcc/places.h"
#include "gcc/rooms.h"
#include "gcc/slow_path.h"
#include "gcc/volatile_words.h"
#include "gcc/window_version.h"

namespace fencepost::gcc {
namespace {

bool is_power_of_two(std::uint64_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

// Not for those of a loop that may wait for one value: the code that reads it (symbolize/waiting_loop.h) knows a mark
// by its index.
bool can_have_marks(const MemoryAccess& access) {
  const bool waits = gimple_has_volatile_ops(access.statement) &&
                     expr_invariant_in_loop_p(gimple_bb(access.statement)->loop_father, address_of(access, 0));
  return is_power_of_two(access.size) && access.size <= 8 && access.is_aligned && !waits;
}

class Instrumentation {
 public:
  Instrumentation(function* function, const QuietLoops& quiet, Statistics& statistics)
      : function_(function), sites_(function), quiet_(quiet), statistics_(statistics), budget_(function) {}

  // Cuts the accesses into stretches of code without boundaries, before any code is changed.
  void plan(const Accesses& accesses, const std::vector<HoistedAccess>& hoisted) {
    for (const HoistedAccess& what : hoisted) {
      class loop* around = loop_outer(what.loop);
      origins_.push_back(rooms_.origin_of(what.access, quiet_.calm_around(around), quiet_.outermost(around)));
    }
    has_few_ = accesses.size() <= contract::kFewAccesses;
    gimple* last = nullptr;
    for (const MemoryAccess& access : accesses) {
      basic_block block = gimple_bb(access.statement);
      const bool goes_on = last != nullptr && gimple_bb(last) == block && !access.is_behind &&
                           !stretches_.back().is_closed && !has_boundary_between(last, access.statement);
      if (!goes_on) {
        stretches_.emplace_back();
        if (optimize > 0) {
          stretches_.back().loop = quiet_.outermost(block->loop_father);
          stretches_.back().calm = quiet_.calm_around(block->loop_father);
        }
      }
      stretches_.back().is_closed = access.is_behind;
      join(stretches_.back(), access);
      last = access.statement;
    }
    plan_places();
    plan_rooms();
  }

  void add_loop_records(const std::vector<HoistedAccess>& hoisted) {
    gcc::add_loop_records(hoisted, origins_, quiet_, tables_, rooms_, outlook_, sites_);
  }

  void add_checks() {
    for (const Stretch& stretch : stretches_) {
      Table table;
      for (const Group& group : stretch.groups) add(group, table, stretch);
    }
    for (gimple* spot : temporary_) {
      gimple_stmt_iterator at = gsi_for_stmt(spot);
      gsi_remove(&at, true);
    }
  }

  bool add_window_versions() {
    const std::uint64_t count = gcc::add_window_versions(marked_, outlook_.all_arrays());
    statistics_.doubled += count;
    return count != 0;
  }

  void add_fences_and_unseen() {
    for (gimple* statement : statements([](gimple* s) { return is_fence(s) || !unseen_addresses(s).empty(); })) {
      const Spot spot{statement, location_of(statement)};
      if (is_fence(statement)) {
        tree order = build_int_cst(integer_type_node, MEMMODEL_SEQ_CST);
        if (gimple_call_builtin_p(statement, BUILT_IN_ATOMIC_THREAD_FENCE)) order = gimple_call_arg(statement, 0);
        call(spot, fence_function(), {order});
      }
      for (tree address : unseen_addresses(statement)) {
        const Spot then = if_not_zero(spot, state_of(spot, load_table(spot), address));
        call(then, unseen_function(), {address});
      }
    }
  }

  void add_landings() {
    std::vector<std::pair<basic_block, location_t>> landings;
    basic_block block;
    FOR_EACH_BB_FN(block, function_) {
      edge from;
      edge_iterator edges;
      bool is_landing = false;
      FOR_EACH_EDGE(from, edges, block->preds) is_landing = is_landing || (from->flags & EDGE_EH) != 0;
      if (!is_landing) continue;
      // The call that was left, if there is only one: the landing itself is at the end of its function.
      gimple* left = single_pred_p(block) ? gsi_stmt(gsi_last_nondebug_bb(single_pred(block))) : nullptr;
      landings.push_back({block, left != nullptr ? gimple_location(left) : UNKNOWN_LOCATION});
    }
    for (const auto& [landing, location] : landings) {
      gimple_stmt_iterator at = gsi_after_labels(landing);
      gcall* told = gimple_build_call(landed_function(), 0);
      gimple_set_location(told, location);
      gsi_insert_before(&at, told, GSI_NEW_STMT);
    }
    for (gimple* twice :
         statements([](gimple* s) { return is_gimple_call(s) && (gimple_call_flags(s) & ECF_RETURNS_TWICE) != 0; })) {
      if (gimple* behind = spot_behind(twice)) call({behind, gimple_location(twice)}, landed_function(), {});
    }
  }

 private:
  // Accesses at constant distances from each other, in one stretch of code: the byte of the first page is enough for
  // all, as it is for one of kWidestChecked bytes.
  struct Group {
    Accesses members;
    HOST_WIDE_INT low = 0;
    HOST_WIDE_INT high = 0;
    bool is_alone = true;  // and stays so
    Rooms::Origin origin;
    bool is_rare = false;          // it could have a room, but that is not worth it
    class loop* places = nullptr;  // in front of which outlook knows of its place
  };
  struct Stretch {
    class loop* loop = nullptr;       // the outermost quiet one around it
    std::vector<class loop*> calm{};  // the calm ones
    std::vector<Group> groups;
    bool is_closed = false;
  };

  void join(Stretch& stretch, const MemoryAccess& access) {
    std::vector<Group>& groups = stretch.groups;
    Group alone;
    alone.members.push_back(access);
    alone.low = access.distance;
    alone.high = access.distance + static_cast<HOST_WIDE_INT>(access.size);
    alone.is_alone = !is_checked(access) || contract::is_atomic(access.kind) || access.is_behind || optimize == 0;
    constexpr std::size_t kNear = 64;
    const std::size_t from = groups.size() < kNear || alone.is_alone ? 0 : groups.size() - kNear;
    for (std::size_t i = from; i < groups.size() && !alone.is_alone; ++i) {
      Group& group = groups[i];
      const HOST_WIDE_INT low = std::min(group.low, alone.low), high = std::max(group.high, alone.high);
      if (group.is_alone || high - low > static_cast<HOST_WIDE_INT>(contract::kWidestChecked)) continue;
      if (!is_same_address(group.members[0], access)) continue;
      group.members.push_back(access);
      group.low = low;
      group.high = high;
      ++statistics_.together;
      return;
    }
    if (!alone.is_alone) alone.places = loop_of_place(stretch, access);
    if (!alone.is_alone && alone.places == nullptr) alone.origin = rooms_.origin_of(access, stretch.calm, stretch.loop);
    groups.push_back(alone);
  }

  // The outermost calm loop in which the access goes to the same place each time. Null: there is none, or it could have
  // marks there.
  class loop* loop_of_place(const Stretch& stretch, const MemoryAccess& access) const {
    if (stretch.calm.empty() || stretch.calm.front() == stretch.loop) return nullptr;
    if (gimple_has_volatile_ops(access.statement)) return nullptr;  // as can_have_marks
    if (stretch.loop != nullptr && !is_automatic(access.base)) return nullptr;
    for (class loop* loop : stretch.calm) {
      if (expr_invariant_in_loop_p(loop, address_of(access, 0))) return loop;
    }
    return nullptr;
  }

  void plan_places() {
    for (Stretch& stretch : stretches_) {
      for (Group& group : stretch.groups) {
        if (group.places == nullptr) continue;
        const MemoryAccess& first = group.members[0];
        if (!outlook_.plan_place(group.places, first, group.low, group.high, alignment_of(group)))
          group.places = nullptr;
      }
    }
  }

  void plan_rooms() {
    for (const Rooms::Origin& origin : origins_) budget_.add_asked(origin);
    for (const Stretch& stretch : stretches_) {
      for (const Group& group : stretch.groups) {
        if (group.origin.base == NULL_TREE) continue;
        budget_.add(group.members[0].statement, group.origin);
      }
    }
    budget_.decide();
    for (Stretch& stretch : stretches_) {
      for (Group& group : stretch.groups) {
        if (group.origin.base == NULL_TREE || budget_.has_room(group.members[0].statement)) continue;
        group.origin = {};
        group.is_rare = true;
      }
    }
  }

  // The alignment of its lowest address.
  static std::uint64_t alignment_of(const Group& group) {
    std::uint64_t alignment = 1;
    for (const MemoryAccess& access : group.members) {
      if (!access.is_aligned || !is_power_of_two(access.size)) continue;
      alignment = std::max(alignment, contract::alignment_by(access.size, access.distance - group.low));
    }
    return alignment;
  }

  void add(const Group& group, Table& table, const Stretch& stretch) {
    class loop* const loop = stretch.loop;
    const MemoryAccess& first = group.members[0];
    Spot spot{first.statement, location_of(first.statement)};
    if (first.is_behind) {
      spot.before = spot_behind(first.statement);
      if (spot.before == nullptr) return;
      temporary_.push_back(spot.before);
      table = {};
    }
    if (!is_checked(first)) return add_range(spot, first);
    if (group.places != nullptr) return add_at_place(group, spot);
    if (group.origin.base != NULL_TREE) return add_out_of_room(group, spot, loop);
    if (group.is_rare) {
      for (const MemoryAccess& access : group.members) look(spot, access, address_of(access, access.distance));
      return;
    }
    const bool asks_map = optimize > 0 && (has_few_ || loop != nullptr || stays_same(first));
    // Outside of loops it matters more how much the compiler has to optimize: one statement for each.
    constexpr std::size_t kFewTogether = 2;
    if (!asks_map && !is_in_loop(first) && group.members.size() <= kFewTogether) {
      for (const MemoryAccess& access : group.members) {
        ++statistics_.checked;
        look_and_call({spot.before, location_of(access.statement)}, address_of(access, access.distance), told(access));
      }
      if (first.is_behind) table = {};
      if (contract::is_atomic(first.kind)) add_order(spot, first);
      return;
    }
    if (table.shadow == NULL_TREE)
      table = !stretch.calm.empty() && !first.is_behind ? tables_.in_front_of(stretch.calm.front()) : load_table(spot);
    tree low = compute(spot, address_of(first, group.low));
    const auto size = static_cast<std::uint64_t>(group.high - group.low);
    tree state = state_of(spot, table, low);
    Spot then = if_not_zero(spot, state);
    if (asks_map && group.members.size() == 1) {
      ++statistics_.checked;
      tell_if_tracked(then, low, state, alignment_of(group), told(first));
    } else {
      // Another member of the group may be the tracked one.
      if (asks_map) then = if_not_zero(then, is_tracked(then, low, state, size, alignment_of(group)));
      for (const MemoryAccess& access : group.members) {
        report({then.before, location_of(access.statement)}, access, low, access.distance - group.low);
      }
    }
    if (first.is_behind) table = {};
    if (contract::is_atomic(first.kind)) add_order(spot, first);
  }

  static bool is_in_loop(const MemoryAccess& access) {
    class loop* around = optimize > 0 ? gimple_bb(access.statement)->loop_father : nullptr;
    return around != nullptr && loop_outer(around) != nullptr;
  }

  // A place that a loop comes by again and again: a member of what it works on, which a small window may be, too.
  static bool stays_same(const MemoryAccess& access) {
    return is_in_loop(access) &&
           expr_invariant_in_loop_p(gimple_bb(access.statement)->loop_father, address_of(access, 0));
  }

  void report(const Spot& spot, const MemoryAccess& access, tree low, HOST_WIDE_INT distance) {
    ++statistics_.checked;
    tree address = distance == 0 ? low : compute(spot, fold_build_pointer_plus_hwi(low, distance));
    tell(spot, address, told(access));
  }

  Told told(const MemoryAccess& access) {
    const bool has_blocks = optimize > 0 && is_power_of_two(access.size) &&
                            access.size <= contract::kWidestWithBlocks && !contract::is_atomic(access.kind);
    return {access.size, access.kind, has_blocks};
  }

  // What is known before the loop about whether to look at all.
  struct Question {
    tree value = NULL_TREE;  // 0: there is no need; null: the code looks each time
    tree span = NULL_TREE;   // as MarkedAccess has it
  };
  Question question_of(const Group& group) {
    const MemoryAccess& first = group.members[0];
    Question question;
    question.span = rooms_.room_of(group.origin).above;
    const MemoryAccess* farthest = &first;
    for (const MemoryAccess& access : group.members) {
      // (A loop that waits for a value is read by others, see can_have_marks.)
      if (gimple_has_volatile_ops(access.statement)) return question;
      if (access.reach == 0 || access.reach > farthest->reach) farthest = &access;
      if (access.reach == 0) break;
    }
    question.value = outlook_.of_array(group.origin, *farthest);
    tree address = address_of(first, group.low);
    if (question.value != NULL_TREE || !expr_invariant_in_loop_p(group.origin.loop, address)) return question;
    const auto size = static_cast<std::uint64_t>(group.high - group.low);
    const Outlook::Place place = outlook_.of_place(group.origin, address, size, alignment_of(group));
    return {place.is_tracked, place.span};
  }

  void add_at_place(const Group& group, const Spot& spot) {
    const Spot then = if_not_zero(spot, outlook_.of_places(group.places, group.members[0]));
    for (const MemoryAccess& access : group.members) look(then, access, address_of(access, access.distance));
  }

  gimple* look(const Spot& spot, const MemoryAccess& access, tree address) {
    ++statistics_.checked;
    const Spot at{spot.before, location_of(access.statement)};
    const std::uint64_t alignment =
        access.is_aligned && is_power_of_two(access.size) ? std::min<std::uint64_t>(access.size, 8) : 1;
    return look_and_tell(at, compute(at, address), alignment, told(access));
  }

  // Accesses that are not in a stretch known to be of no interest: mostly because everything is of interest.
  void add_out_of_room(const Group& group, const Spot& spot, class loop* loop) {
    tree word = long_long_unsigned_type_node;
    const Rooms::Room& room = rooms_.room_of(group.origin);
    const Question question = question_of(group);
    Spot out = spot;
    if (question.value != NULL_TREE) out = if_not_zero(spot, question.value);
    tree low = compute(out, address_of(group.members[0], group.low));
    tree from = compute(out, fold_convert(word, low));
    if (question.value == NULL_TREE) {
      tree is_out =
          build2(GE_EXPR, boolean_type_node, compute(spot, build2(MINUS_EXPR, word, from, room.low)), room.span);
      out = if_not_zero(spot, compute(spot, is_out));
    }
    gimple* leaves_room = condition_of(out);
    const bool has_marks = loop != nullptr && budget_.has_marks(group.members[0].statement);
    for (const MemoryAccess& access : group.members) {
      const HOST_WIDE_INT distance = access.distance - group.low;
      const Spot at{out.before, location_of(access.statement)};
      tree address = distance == 0 ? low : compute(at, fold_build_pointer_plus_hwi(low, distance));
      gimple* looks = look(at, access, address);
      if (!has_marks || !can_have_marks(access) || !rooms_.has_marks_left()) continue;
      const Rooms::Marks& marks = rooms_.marks_of(loop, group.origin, access, sites_.next(), at.location);
      const IndexedMarks indexed = indexed_.of(loop, group.origin, marks, address_of_look(looks), access.size);
      marked_.push_back(
          {loop, question.span, leaves_room, looks, marks, indexed, access.size, is_automatic(group.origin.base)});
    }
  }

  // A locked instruction in assembly.
  void add_order(const Spot& spot, const MemoryAccess& access) {
    tree order = build_int_cst(integer_type_node, MEMMODEL_SEQ_CST);
    tree object = compute(spot, address_of(access, access.distance));
    call(spot, release_function(), {object, order});
    // (After an `asm goto` there is no single place.)
    gimple* behind = stmt_ends_bb_p(access.statement) ? nullptr : spot_behind(access.statement);
    if (behind != nullptr) temporary_.push_back(behind);
    call({behind != nullptr ? behind : access.statement, spot.location}, acquire_function(), {object, order});
  }

  void add_range(const Spot& spot, const MemoryAccess& access) {
    ++statistics_.ranges;
    tree length =
        access.length != NULL_TREE ? access.length : build_int_cst(sizetype, static_cast<HOST_WIDE_INT>(access.size));
    call(spot, range_function(),
         {address_of(access, access.distance), length,
          build_int_cst(unsigned_type_node, contract::size_and_kind(0, access.kind))});
  }

  template <class Predicate>
  std::vector<gimple*> statements(Predicate is_one) const {
    std::vector<gimple*> found;
    basic_block block;
    FOR_EACH_BB_FN(block, function_) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        if (gimple_bb(gsi_stmt(at)) != nullptr && !is_ours(gsi_stmt(at)) && is_one(gsi_stmt(at)))
          found.push_back(gsi_stmt(at));
      }
    }
    return found;
  }
  static bool is_ours(gimple* statement) {
    return gimple_code(statement) == GIMPLE_ASM &&
           std::string_view(gimple_asm_string(as_a<gasm*>(statement))).find("fencepost_") != std::string_view::npos;
  }

  function* function_;
  Sites sites_;
  const QuietLoops& quiet_;
  Statistics& statistics_;
  Tables tables_;
  Rooms rooms_;
  AllIndexedMarks indexed_;
  Outlook outlook_{rooms_, tables_};
  std::vector<Rooms::Origin> origins_;  // of hoisted accesses
  std::vector<Stretch> stretches_;
  bool has_few_ = false;
  std::vector<gimple*> temporary_;
  std::vector<MarkedAccess> marked_;
  Budget budget_;
};

}  // namespace

bool instrument(function* function, const Accesses& accesses, const std::vector<HoistedAccess>& hoisted,
                const QuietLoops& quiet, Statistics& statistics) {
  const std::vector<gimple*> words = volatile_words(function);
  Instrumentation instrumentation(function, quiet, statistics);
  instrumentation.plan(accesses, hoisted);
  instrumentation.add_loop_records(hoisted);
  instrumentation.add_checks();
  const bool has_versions = instrumentation.add_window_versions();
  instrumentation.add_fences_and_unseen();
  instrumentation.add_landings();
  add_volatile_order(words);
  const bool has_left_blocks = replace_atomics(function, statistics);
  return has_versions || has_left_blocks;
}

}  // namespace fencepost::gcc
