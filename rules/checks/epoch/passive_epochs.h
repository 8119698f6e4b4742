// The calls of passive target synchronization of one process: targets locked twice or while another epoch is open,
// unlocked, flushed or synchronized without a lock (FP-EPOCH-003, 008 to 011, 017).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "epoch_checks/access_epochs.h"

namespace fencepost {

class PassiveEpochs {
 public:
  // Both must outlive this object.
  PassiveEpochs(Report& report, AccessEpochs& epochs) : report_(report), epochs_(epochs) {}

  // Before the call takes effect on the window's state. `target`: kAllTargets for calls on all targets.
  void lock(const Place& place, const WindowCall& call, Rank target, std::uint64_t type);
  void unlock(const Place& place, const WindowCall& call, Rank target);
  void flush(const Place& place, const WindowCall& call, Rank target);
  void sync(const Place& place, const WindowCall& call);
  // Seen in the argument, or reported by the library.
  void wrong_lock_type(const Place& place, WindowKey window);

  // The finding is about an operation outside of an epoch. If the target was locked twice and unlocked since, the
  // finding follows from that.
  void outside(Report::Number number, const Side& side, Rank target);

  // The finding is about an operation at `place` whose target is not the locked one. Flushes and unlocks of its target
  // belong to the same mistake.
  void misses_lock(Report::Number number, const Side& side, Rank target, const Place& place);

  void window_gone(const Window& window) {
    forget_sides(nested_, window);
    forget_sides(misses_lock_, window);
    forget_sides(synced_, window);
  }

 private:
  // A target was locked while it was already locked. The first unlock ends the epoch, but later operations, up to one
  // unlock for each lock, are meant to be inside.
  struct Nested {
    Report::Number finding = 0;
    Place outer, inner;
    Place unlocked;  // the first unlock; unknown: not yet
    int left = 0;    // unlocks that are too many
  };

  struct MissesLock {
    Report::Number finding = 0;
    Place place;
  };

  // Calls of MPI_Win_sync outside of any epoch.
  struct Synced {
    Place first;
    bool before_operations = false;  // `first` comes before all operations outside of an epoch
    std::vector<Report::Number> findings;
  };

  Report& report() { return report_; }
  Words& words() { return report_.words(); }

  // "MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, halo)": the call that an unlock or flush at `place` needs before it.
  FixCall lock_call(const Place& place, Rank target);
  Fixes lock_target(const Place& lock, const Place& operation, const Place& unlock, WindowKey window);
  std::string other_target(const WindowState& state, const Place& place);
  Fixes instead_of_flush(const Place& place, const WindowState& state);
  void closes_wrongly(Report::Number number, const Side& side, Rank target);
  static void note_nested(Nested& nested, Report::Number finding, const Place& outer, const Place& inner);
  Nested* nested_lock(const Side& side, Rank target);
  void follows(Report::Number number, const Nested& nested);
  void unlocked_wrongly(const Place& place, const WindowCall& call, Rank target, Nested* nested, const Synced& synced);
  std::string or_elsewhere(const AccessEpoch& locked, WindowKey window);
  void outer_unlock(const Place& place, WindowKey window, Report::Number number, Nested& nested);
  const MissesLock* missing_lock(const Side& side, Rank target) const;
  void syncs_were_to_be_inside(const Place& unlock, const Synced& synced, Report::Number cause);

  Report& report_;
  AccessEpochs& epochs_;
  std::map<Side, std::map<Rank, Nested>> nested_;           // by target of the inner lock
  std::map<Side, std::map<Rank, MissesLock>> misses_lock_;  // by target, up to the end of the epoch
  std::map<Side, Synced> synced_;                           // up to the next lock, or unlock of all
};

}  // namespace fencepost
