#include "command/endings.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <set>
#include <sys/wait.h>
#include <tuple>

#include <fmt/format.h>

#include "command/end_watch.h"
#include "command/hang_watch.h"
#include "ids/format.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

// The senders of the signals of which processes died.
class Senders {
 public:
  explicit Senders(read::TraceDirectory& directory) : directory_(directory) {}

  // A process of the job: its rank, which may be the one that died; none: it was no such process, or is not known.
  std::optional<ProcessId> rank(const Ending& ending) const {
    const event::Process* const died = process(ending.process);
    if (!ending.signal || ending.signal->sender == 0 || died == nullptr) return std::nullopt;
    for (const std::uint64_t one : directory_.ranks()) {
      const event::Process* const other = process(ProcessId(one));
      if (other != nullptr && other->pid == ending.signal->sender && other->host == died->host) return ProcessId(one);
    }
    return std::nullopt;
  }

  // A sender outside of the job: a launcher, a batch system, a user.
  bool from_outside(const Ending& ending) const {
    if (!ending.signal || rank(ending)) return false;
    return ending.signal->sender != 0 || asks_to_end(*ending.signal);
  }

  // Any sender except the process itself.
  bool by_others(const Ending& ending) const {
    const std::optional<ProcessId> sender = rank(ending);
    return from_outside(ending) || (sender && *sender != ending.process);
  }

 private:
  const event::Process* process(ProcessId number) const { return directory_.definitions(number.index()).process(); }
  read::TraceDirectory& directory_;
};

bool in_order(const Ending& ending) {
  return ending.finalized && !ending.signal && !ending.aborted;
}

std::string name_of_signal(int number) {
  return fmt::format("signal {} ({})", number, strsignal(number));
}

class Words {
 public:
  Words(read::TraceDirectory& directory, symbolize::AddressBook& addresses, const std::vector<Ending>& endings,
        const Senders& senders)
      : hung_(noted_hang(directory.path())),
        statuses_(noted_statuses(directory.path())),
        addresses_(addresses),
        senders_(senders) {
    // Ranks that were ended from outside: most likely they hung. Not said of ranks that were all computing.
    std::set<std::string> places;
    for (const Ending& ending : endings)
      if (senders_.from_outside(ending)) places.insert(statement(ending.process, StackId(ending.signal->stack)));
    constexpr std::size_t kMostPlaces = 4;
    with_places_ = places.size() <= kMostPlaces;
  }

  // "died of signal 11 (Segmentation fault) at a.c:3"; "": it ended normally.
  std::string how(const Ending& ending) const {
    if (ending.signal && !(senders_.from_outside(ending) && hung_)) return signalled(ending);
    if (ending.aborted && !ending.signal)
      return fmt::format("called MPI_Abort with {}{}", ending.aborted->code,
                         place(ending.process, StackId(ending.aborted->stack)));
    if (hung_ && ending.finalized)
      return fmt::format("did not return from MPI_Finalize for {} s and had to be ended", *hung_);
    if (hung_) return fmt::format("had to be ended, because no rank made progress for {} s", *hung_);
    if (ending.finalized) return "";
    if (ending.left_at) return left(ending) + " without MPI_Finalize";
    if (ending.lost) return "";  // the end may be what was lost
    return unrecorded(ending.process);
  }

  // Whether the last loads and stores of one of them are missing in its trace: only a rank that ends by itself, or by
  // its own fault, writes them.
  bool lost_accesses(const std::vector<Ending>& endings, const std::vector<ProcessId>& processes) const {
    return !hung_ && std::ranges::any_of(endings, [&](const Ending& ending) {
      if (std::ranges::find(processes, ending.process) == processes.end()) return false;
      return ending.signal ? senders_.by_others(ending) : !ending.aborted && !ending.left_at && !ending.finalized;
    });
  }

 private:
  std::string signalled(const Ending& ending) const {
    const auto number = static_cast<int>(ending.signal->number);
    const StackId stack(ending.signal->stack);
    const std::string signal = name_of_signal(number);
    if (senders_.from_outside(ending))
      return fmt::format("ended by {} from outside{}", signal, with_places_ ? statement(ending.process, stack) : "");
    const std::optional<ProcessId> sender = senders_.rank(ending);
    if (sender && *sender != ending.process)
      return fmt::format("died of {} from rank {}{}", signal, *sender, statement(ending.process, stack));
    return fmt::format("died of {}{}", signal, place(ending.process, stack));
  }

  // The end of a process that has recorded nothing of it, by what the system tells.
  std::string unrecorded(ProcessId process) const {
    const auto known = statuses_.find(process);
    if (known == statuses_.end())
      return "ended without MPI_Finalize (killed, or ended by a system call or the MPI library)";
    const int status = known->second;
    if (WIFSIGNALED(status)) return fmt::format("died of {}", name_of_signal(WTERMSIG(status)));
    return fmt::format("ended with status {} without MPI_Finalize, by a system call or the MPI library",
                       WEXITSTATUS(status));
  }

  std::string place(ProcessId process, StackId stack) const {
    const std::vector<SourceLocation> frames = addresses_.stack(process, stack);
    return frames.empty() ? "" : " at " + reports::place_of(frames.front(), "");
  }

  // The statement where the program was, in whatever library.
  std::string statement(ProcessId process, StackId stack) const {
    for (const SourceLocation& frame : addresses_.stack(process, stack))
      if (!frame.file.empty()) return " at " + reports::place_of(frame, "");
    return "";
  }

  std::string left(const Ending& ending) const {
    if (ending.at_once) return "called _exit" + place(ending.process, *ending.left_at);
    const std::vector<SourceLocation> frames = addresses_.stack(ending.process, *ending.left_at);
    const bool returned = !frames.empty() && frames.front().function == "_start";
    return returned ? std::string("returned from main") : "called exit" + place(ending.process, *ending.left_at);
  }

  std::optional<std::string> hung_;
  std::map<ProcessId, int> statuses_;  // what wait() said of processes
  symbolize::AddressBook& addresses_;
  const Senders& senders_;
  bool with_places_ = false;
};

// When the process recorded its own end, in Unix nanoseconds; none: it did not.
std::optional<double> own_time(const Ending& ending, read::TraceDirectory& directory) {
  const event::Process* process = directory.definitions(ending.process.index()).process();
  if (ending.time == 0 || process == nullptr || process->ticks_per_second == 0) return std::nullopt;
  const double since =
      static_cast<double>(ending.time - process->start_ticks) / static_cast<double>(process->ticks_per_second) * 1e9;
  return static_cast<double>(process->start_unix_nanoseconds) + since;
}

using Early = std::vector<const Ending*>;  // those that did not end normally

// The process that ended first, as seen from outside; none: too little was seen. A process that calls exit or dies of a
// signal still exists for a while after it has recorded that, and the launcher may kill the others meanwhile. So a
// record counts if it is older than the first look at which another process was gone.
const Ending* first_seen(const Early& early, read::TraceDirectory& directory, const Senders& senders) {
  const std::map<ProcessId, NotedEnd> seen = noted_ends(directory.path());
  if (seen.size() < early.size()) return nullptr;
  std::map<int, Early> gone;  // by place
  for (const Ending* one : early)
    if (const auto at = seen.find(one->process); at != seen.end()) gone[at->second.place].push_back(one);
  if (gone.empty() || gone.begin()->second.size() != 1) return nullptr;
  const Ending* first = gone.begin()->second.front();
  auto time = static_cast<double>(seen.at(first->process).time);
  for (const Ending* one : early) {
    if (senders.from_outside(*one)) continue;
    const std::optional<double> own = own_time(*one, directory);
    if (!own || *own >= time) continue;
    first = one;
    time = *own;
  }
  return first;
}

// By their own records; a process that recorded nothing was killed, and may have been the first.
std::optional<ProcessId> first_by_records(const Early& early, read::TraceDirectory& directory, const Senders& senders,
                                          bool aborted) {
  std::optional<std::pair<double, ProcessId>> first;
  for (const Ending* one : early) {
    if (one->time == 0 && !aborted) return std::nullopt;
    const std::optional<double> own = own_time(*one, directory);
    if (!own || senders.from_outside(*one)) continue;
    const std::pair when{*own, one->process};
    if (!first || when < *first) first = when;
  }
  return first ? std::optional(first->second) : std::nullopt;
}

// The rank that ended first, so that others did not end normally either; none: it cannot be determined.
std::optional<ProcessId> first_of(const std::vector<Ending>& endings, read::TraceDirectory& directory,
                                  const Senders& senders) {
  Early early;
  for (const Ending& ending : endings)
    if (!in_order(ending)) early.push_back(&ending);
  if (early.size() < 2 || noted_hang(directory.path()) ||
      std::ranges::all_of(early, [&](const Ending* one) { return senders.from_outside(*one); }))
    return std::nullopt;
  // From outside one sees only when processes were gone. The launcher decides that once a process has called MPI_Abort.
  const bool aborted = std::ranges::any_of(early, [](const Ending* one) { return one->aborted.has_value(); });
  if (!aborted)
    if (const Ending* first = first_seen(early, directory, senders))
      return senders.from_outside(*first) ? std::nullopt : std::optional(first->process);
  // The only one that records itself how it ended, or otherwise the only one that nobody has ended from outside:
  // launchers end the others because of it.
  for (const bool says_itself : {true, false}) {
    const auto is_own = [&](const Ending* one) {
      return !senders.from_outside(*one) && (!says_itself || one->time != 0);
    };
    if (std::ranges::count_if(early, is_own) == 1) return (*std::ranges::find_if(early, is_own))->process;
  }
  return first_by_records(early, directory, senders, aborted);
}

}  // namespace

bool asks_to_end(const event::Signal& signal) {
  const auto number = static_cast<int>(signal.number);
  return number == SIGTERM || number == SIGINT || number == SIGHUP || number == SIGQUIT;
}

std::vector<std::string> sentences_of(const std::vector<Ending>& endings, read::TraceDirectory& directory,
                                      symbolize::AddressBook& addresses) {
  const Senders senders(directory);
  const Words words(directory, addresses, endings, senders);
  const std::optional<ProcessId> first = first_of(endings, directory, senders);
  // A killed process has recorded nothing. Its end was seen from outside, and on a busy machine, others that were
  // killed because of it may be gone sooner.
  bool recorded = false;
  std::map<std::pair<bool, std::string>, std::vector<ProcessId>>
      ranks;  // by how they ended; the first of all comes first
  for (const Ending& ending : endings) {
    recorded = recorded || (first == ending.process && ending.time != 0);
    if (const std::string how = words.how(ending); !how.empty())
      ranks[{first != ending.process, how}].push_back(ending.process);
  }
  std::vector<std::string> sentences;
  for (const auto& [way, who] : ranks) {
    const auto& [later, how] = way;
    std::vector<int> numbers;
    for (const ProcessId process : who) numbers.push_back(process.number());
    std::string subject = reports::rank_list(numbers);
    subject.front() = 'R';
    const bool is_first = !later && ranks.size() > 1;
    sentences.push_back(fmt::format(
        "{} {}{}; everything before that was checked{}.", subject, how,
        !is_first  ? ""
        : recorded ? ", before any other rank ended"
                   : ", apparently before any other rank ended",
        words.lost_accesses(endings, who) ? ", but loads and stores after the last MPI call may be missing" : ""));
  }
  return sentences;
}

}  // namespace fencepost::command
