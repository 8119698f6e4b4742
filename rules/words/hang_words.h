// What a report says about processes that hang: whom each process waits for, and what is known about the others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "facts/blocked_calls.h"
#include "facts/calls_made.h"
#include "words/posts_made.h"
#include "words/words.h"

namespace fencepost {

// Earlier events that the explanation of a hang mentions.
struct BeforeHang {
  std::map<ProcessId, Place> finalize_at;  // by process
  PostsMade posts;
  CallsMade calls;
};

class HangWords {
 public:
  // All arguments must outlive this object.
  HangWords(Words& words, const EndOfRun& end, const BlockedCalls& blocked, const BeforeHang& before);

  // "Rank 0 waits in MPI_Win_complete at halo.c:21 on window halo for MPI_Win_post of rank 2." For a process that
  // polls: "Rank 1 polls with MPI_Fetch_and_op at flag.c:30 on window flag for a new value from rank 0; it has polled
  // 12,345 times and saw 0."
  std::string sentence(ProcessId process) { return sentence(std::vector<ProcessId>{process}); }
  // The same for processes that are at one place and wait for the same.
  std::string sentence(const std::vector<ProcessId>& processes);
  // The `processes` in groups that share one sentence, in the order of the first of each group.
  std::vector<std::vector<ProcessId>> alike(const std::vector<ProcessId>& processes) const;
  // "rank 0 in MPI_Win_fence at halo.c:21 for rank 1, rank 1 in ..."
  std::string chain(const std::vector<ProcessId>& cycle);
  // The call that the process is in, or that these processes have in common.
  Access access(ProcessId process) { return access(std::vector<ProcessId>{process}); }
  Access access(const std::vector<ProcessId>& processes);

  // These functions add sentences to `why`:
  // the members of the group of the start or post that the process waits for, and which of them have matched before;
  void groups(ProcessId process, std::vector<std::string>& why);
  // messages that were sent to waiting processes of the group but do not match their receives (false: there are none);
  bool other_messages(const std::vector<ProcessId>& group, std::vector<std::string>& why);
  // The same for the first message that a process of the group may wait for but that was sent to another process.
  // Returns what else to look at; nothing if there is no such message.
  std::string sent_elsewhere(const std::vector<ProcessId>& group, std::vector<std::string>& why);
  // what threads of the process wait for, if they wait for other threads of it;
  void threads(ProcessId process, std::vector<std::string>& why) const;
  // every lock that is held or wanted, by window and target; first those that somebody waits for.
  void lock_table(std::vector<std::string>& why);

 private:
  std::string needed(const BlockedCall& call);
  std::string wait_for_thread(const BlockedCall& call) const;
  std::string looks(const std::vector<ProcessId>& processes);
  bool are_alike(ProcessId one, ProcessId other) const;
  bool come_from_one_place(const Place& one, const Place& other) const;
  std::string lock_row(WindowKey window, Rank target, std::vector<const LockHolder*> locks);

  Words& words_;
  const Job& job_;
  const EndOfRun& end_;
  const BlockedCalls& blocked_;
  const BeforeHang& before_;
  bool several_communicators_;  // on which processes wait
};

}  // namespace fencepost
