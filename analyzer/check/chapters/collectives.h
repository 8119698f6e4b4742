// Collective calls: on communicators, and as meetings of the members of a window.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "chapters/chapter.h"
#include "match/meetings.h"

namespace fencepost::check {

class CollectiveChapter : public Chapter {
 public:
  explicit CollectiveChapter(Services& services)
      : Chapter(services),
        requests_(services.requests),
        conflict_check_(services.conflict_check),
        records_(services.records) {}

  struct Membership {
    std::shared_ptr<match::Meeting> meeting;  // null: the call belongs to no meeting
    std::size_t member = 0;
    match::Arrival& arrival() const { return meeting->members[member]; }
  };

  bool ready(Thread&, const event::CollectiveEnd&);
  void apply(Thread&, const event::CollectiveBegin&);
  void apply(Thread&, const event::CollectiveEnd&);
  void apply(Thread&, const event::CommunicatorFreed&);
  void apply(Thread&, const event::CallFailed&);

  // ---- meetings, for the chapters of the calls
  Membership join(Thread& thread, std::uint64_t communicator, const Place& place);
  Membership join(Thread& thread, match::Sequence sequence, const Window& window);
  void arrive(Thread& thread, const Membership& membership, const Place& place, bool releases, order::NodeName node);
  // The thread stays in its call until the others have come.
  void stay(Thread& thread, const Membership& membership) { calls_.of(thread).membership = membership; }
  const Membership& membership(const Thread& thread) { return calls_.of(thread).membership; }
  bool is_ready(Thread& thread, match::Meeting& meeting, std::size_t member);
  // (For the call that the thread is in: true if it is in no meeting.)
  bool is_ready(Thread& thread);
  void done(Thread& thread, match::Meeting& meeting, std::size_t member, order::NodeName node);
  bool forget_window(WindowKey window) { return meetings_.forget_window(window); }

  // For a thread whose next event is the end of a call that all members have reached: what it will know then. (The
  // replay of others may be far beyond that call before this thread leaves it.) Null: there is no such call.
  const order::Clocks* known_after_meeting(Thread& thread);

  // ---- at the end of the run
  CollectiveCall describe(const match::Meeting& meeting) const;
  std::vector<CollectiveCall> incomplete() const;
  // The processes that have not come, among those that the member may wait for.
  std::vector<ProcessId> absent(match::Meeting& meeting, std::size_t member) const;

 private:
  // A meeting of all processes of the job.
  bool is_of_all(const match::Meeting& meeting) const;
  struct InCall {
    Membership membership;
    std::vector<ActivityNumber> accesses;
  };
  ProcessId process_of_member(const match::Meeting& meeting, std::size_t member) const;
  void join_those_before(Thread& thread, match::Meeting& meeting, std::size_t member, order::NodeName node);
  bool has_data(ProcessId process, std::span<const Buffer> buffers) const;
  void tell(match::Meeting& meeting);

  RequestTable& requests_;
  ConflictCheck& conflict_check_;
  ConflictRecords& records_;
  match::Meetings meetings_;
  OfCalls<InCall> calls_;
};

}  // namespace fencepost::check
