// Accesses are made and ended here: loads and stores,
// both sides of RMA operations, buffers of other calls.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "job/job.h"
#include "job/observer.h"
#include "services/access_buffer.h"
#include "services/clocks.h"
#include "services/conflict_check.h"
#include "services/expected_accesses.h"
#include "services/language_atomics.h"
#include "services/locks_held.h"
#include "services/options.h"
#include "services/rma_operation.h"

namespace fencepost::check {

using Observers = std::vector<Observer*>;

class Accesses {
 public:
  Accesses(const Job& job, const Observers& observers, Clocks& clocks, LocksHeld& locks_held,
           LanguageAtomics& language_atomics, UnseenOrder& unseen_order, ConflictCheck& check, ConflictRecords& records,
           Statistics& statistics);

  // ---- loads and stores
  void access(Thread& thread, const event::Access& event, std::uint64_t time);
  // Memory is freed: earlier accesses are to memory that is gone. New memory at these addresses is different memory.
  // `own_stack`: it lay on the thread's stack, so all that the thread has run there is over, strands (strands.h) as
  // well.
  void freed(Thread& thread, ByteRange range, bool own_stack);

  // ---- buffers of calls that are not RMA operations; `pending`: they end later
  std::vector<ActivityNumber> call_buffers(Thread& thread, const Place& place, std::span<const Buffer> buffers,
                                           AccessClass kind, bool pending);
  void end(std::vector<ActivityNumber>& accesses, const Thread& thread);

  // ---- RMA operations
  ExpectedAccesses expected(const RmaOperation& operation) const { return {index_, operation}; }
  void place_at_origin(RmaOperation& operation, const std::shared_ptr<RmaOperation>& self);
  // `start`: when the target is open to it.
  void place_at_target(const std::shared_ptr<RmaOperation>& operation, const SharedClocks& start);
  // Adds an end, the thread's current event, to those accesses that still belong to the operation (others may have
  // their numbers). True: there are such.
  bool end(RmaOperation::Numbers accesses, const RmaOperation& operation, const Thread& thread);
  bool are_there(RmaOperation::Numbers accesses, const RmaOperation& operation) const;
  // Data that has arrived at the target has been read at the origin.
  void end_origin_reads(const RmaOperation& operation, const Thread& thread);
  // The lock is released; it no longer covers the continuing accesses of an operation (null: of other calls).
  void give_up(const index::Lock& lock, std::span<const ActivityNumber> accesses, const Operation* of);

  ByteSet bytes_of(ProcessId process, const Buffer& buffer) const;
  const Activity& operator[](ActivityNumber number) const { return index_[number]; }
  template <class Visit>
  void each(Visit&& visit) const {
    index_.each_activity(visit);
  }

 private:
  // The part in one memory.
  void access_in(Thread& thread, const event::Access& event, std::uint64_t time, const Memory& memory,
                 const Strided& piece);
  ActivityNumber add(const RmaOperation& operation, const std::shared_ptr<const Operation>& self,
                     const SharedClocks& start, AccessClass kind, AccessRole role);

  const Job& job_;
  Observers observers_;  // of loads and stores
  Clocks& clocks_;
  LocksHeld& locks_held_;
  LanguageAtomics& language_atomics_;
  UnseenOrder& unseen_order_;
  ConflictCheck& check_;
  ConflictRecords& records_;
  Statistics& statistics_;
  index::AccessIndex& index_;
};

}  // namespace fencepost::check
