// What the command and the helper for an MPI library say to each other. The helper (mpi_talk.cpp, compiled once per MPI
// library) is loaded by ranks.cpp and runs on a thread of its own, the only one that calls MPI; all of Talk is called
// there.
#pragma once

#include <string>

namespace fencepost::parts {

class Talk {
 public:
  struct Saying {
    int to = 0;         // all but rank 0 speak to rank 0 only
    bool last = false;  // after it, the rank says nothing more and hears nothing
    std::string bytes;
  };

  virtual ~Talk() = default;
  // All ranks of the job are there.
  virtual void met(int rank, int size) = 0;
  // What this rank has to say next; null: nothing at this time.
  virtual const Saying* to_say() = 0;
  virtual void was_said() = 0;
  // What a rank has said to this one.
  virtual void heard(int rank, std::string bytes) = 0;
  // At rank 0: a rank has given no sign of life for `patience` seconds. The job is aborted after it, with
  // kStatusPartLost.
  virtual void lost(int rank) = 0;
  // All ranks have said their last. Not used any more after it: what is left is MPI_Finalize.
  virtual void said() = 0;
  // The analysis cannot go on and wants the job to be aborted; 0: no.
  virtual int give_up() = 0;
  virtual int patience() const = 0;
};

inline constexpr int kStatusPartLost = 3;  // exit status: another rank of a divided analysis was lost

inline constexpr const char* kTalkFunction = "fencepost_talk";
using TalkFunction = void (*)(Talk&);  // returns when all has been said and MPI is finalized

}  // namespace fencepost::parts
