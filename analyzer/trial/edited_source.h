// A recorded run as it would have been recorded with a fix in the program: the events of the trace, with a call added,
// removed, replaced, or passed by accesses, at each place where the fix changes the source.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "ids/in_process.h"
#include "job/source.h"
#include "job/symbolizer.h"
#include "trial/edit.h"
#include "trial/let_go.h"
#include "trial/lock_order.h"

namespace fencepost::trial {

class EditedSource : public TraceSource {
 public:
  // Both outlive it.
  EditedSource(TraceSource& source, Symbolizer& symbolizer, Edit edit);
  ~EditedSource() override;

  Processes processes() const override { return source_.processes(); }
  void list_threads(const std::function<void(const ListedThread&)>& tell) override { source_.list_threads(tell); }
  EventStream& events(ThreadName thread) override;
  void thread_done(ThreadName thread) override;
  EventStream& definitions(ProcessId process) override;
  bool definitions_due(ProcessId process) override { return source_.definitions_due(process); }
  bool has_separate_window() const override { return source_.has_separate_window(); }
  std::vector<std::string> blind_spots() const override { return source_.blind_spots(); }
  bool hung() const override { return source_.hung(); }
  std::vector<Looking> looking(ProcessId process) const override { return source_.looking(process); }

  // How often the run reached a place that the fix changes.
  std::uint64_t changes() const { return changes_; }
  // Every process reached one.
  bool changes_all() const { return changed_.size() == processes().size(); }
  // It is not known what the fix would have done somewhere.
  bool unsure() const { return unsure_; }

  // Windows that some process has locked exclusively, in the part of the run that was read.
  const std::set<WindowKey>& exclusive() const { return exclusive_; }
  // Shared locks of one target are granted in the order in which their origins come: if ranks meet, the order is
  // different. Grants are left out, except for windows that are also locked exclusively.
  void grants_only_of(std::set<WindowKey> windows) { granted_ = std::move(windows); }
  // As recorded, and as in the previous replay of the run.
  const LockOrder& locks() const { return locks_; }
  void locks_before(const LockOrder& locks) { locks_before_ = &locks; }
  // The calls that wait at the end of the original run.
  void awaited(std::vector<BlockedCall> blocked) { awaited_.set(std::move(blocked)); }

 private:
  class Stream;
  class Definitions;

  void note_change(ProcessId process) {
    ++changes_;
    changed_.insert(process);
  }
  // The process's window that the source names where the edit adds a call on its window: this one, or if the process is
  // no member of it, the only one that it has made at the same statement.
  std::optional<std::uint64_t> alike_window(ProcessId process);
  // The info without the edit's key, in memory that lives as long as this. Nothing: the key is not in it.
  std::optional<std::string_view> without_info(std::string_view info);

  TraceSource& source_;
  Symbolizer& symbolizer_;
  Edit edit_;
  std::uint64_t changes_ = 0;
  std::set<ProcessId> changed_;  // processes
  bool unsure_ = false;
  std::map<ProcessId, std::uint64_t> window_;  // the edit's window, as each process numbers it
  std::map<ProcessId, std::uint64_t> world_;   // MPI_COMM_WORLD, in the same way
  std::map<WindowInProcess, WindowKey> keys_;
  struct MadeWindow {
    ProcessId process;
    std::uint64_t number = 0;
    WindowKey key;
    Place place;
  };
  std::vector<MadeWindow> made_;
  std::set<WindowKey> exclusive_;
  std::optional<std::set<WindowKey>> granted_;
  LockOrder locks_;
  const LockOrder* locks_before_ = nullptr;
  Awaited awaited_;
  std::set<std::string> infos_;
  std::map<ThreadName, std::unique_ptr<Stream>> streams_;
  std::map<ProcessId, std::unique_ptr<Definitions>> definitions_;
};

}  // namespace fencepost::trial
