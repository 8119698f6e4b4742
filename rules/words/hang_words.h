// What a report says of processes that hang: whom each waits for, and what is known of those.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "facts/blocked_calls.h"
#include "words/posts_made.h"
#include "words/words.h"

namespace fencepost {

// What came before a hang that its explanation tells.
struct BeforeHang {
  std::map<int, Place> finalize_at;  // by process
  PostsMade posts;
};

class HangWords {
 public:
  // All of them have to outlive this.
  HangWords(Words& words, const EndOfRun& end, const BlockedCalls& blocked, const BeforeHang& before);

  // "Rank 0 waits in MPI_Win_complete at halo.c:21 on window halo for MPI_Win_post of rank 2." Of one that polls:
  // "Rank 1 polls with MPI_Fetch_and_op at flag.c:30 on window flag for a new value from rank 0; it has polled 12,345
  // times and saw 0."
  std::string sentence(int process) { return sentence(std::vector<int>{process}); }
  // The same of processes that stand at one place and wait for the same.
  std::string sentence(const std::vector<int>& processes);
  // Those of `processes` that have one sentence together, in the order of their first ones.
  std::vector<std::vector<int>> alike(const std::vector<int>& processes) const;
  // "rank 0 in MPI_Win_fence at halo.c:21 for rank 1, rank 1 in ..."
  std::string chain(const std::vector<int>& cycle);
  // The call that it is in, or that these have in common.
  Access access(int process) { return access(std::vector<int>{process}); }
  Access access(const std::vector<int>& processes);

  // These add sentences to `why`:
  // whom the start or post names that the process waits for, and which ones did meet before;
  void groups(int process, std::vector<std::string>& why);
  // messages that were sent to those of the group who wait for one, but which are not what they wait for (false: none);
  bool other_messages(const std::vector<int>& group, std::vector<std::string>& why);
  // The same of the first message that a process of the group may wait for, and that was sent to another process. What
  // to look at in addition; nothing if there is no such message.
  std::string sent_elsewhere(const std::vector<int>& group, std::vector<std::string>& why);
  // what threads of the process wait for that wait for others of them;
  void threads(int process, std::vector<std::string>& why) const;
  // every lock that is held or waited for, by window and target, those that somebody waits for first.
  void lock_table(std::vector<std::string>& why);

 private:
  std::string needed(const BlockedCall& call);
  std::string wait_for_thread(const BlockedCall& call) const;
  std::string looks(const std::vector<int>& processes);
  bool are_alike(int one, int other) const;
  std::string lock_row(WindowKey window, int target, std::vector<const LockHolder*> locks);

  Words& words_;
  const Job& job_;
  const EndOfRun& end_;
  const BlockedCalls& blocked_;
  const BeforeHang& before_;
  bool several_communicators_;  // that processes wait on
};

}  // namespace fencepost
