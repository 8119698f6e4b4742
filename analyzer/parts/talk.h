// The interface between the command and the helper for an MPI library. ranks.cpp loads the helper (mpi_talk.cpp,
// compiled once per MPI library), which runs on a thread of its own, the only one that calls MPI; all of Talk is called
// there.
#pragma once

#include <string>

namespace fencepost::parts {

class Talk {
 public:
  struct Saying {
    int to = 0;         // all except rank 0 send to rank 0 only
    bool last = false;  // after it, the rank sends and receives nothing
    std::string bytes;
  };

  virtual ~Talk() = default;
  // All ranks of the job have come.
  virtual void met(int rank, int size) = 0;
  // The next message of this rank; null: none at present.
  virtual const Saying* to_say() = 0;
  virtual void was_said() = 0;
  // A rank has sent this to this rank.
  virtual void heard(int rank, std::string bytes) = 0;
  // At rank 0: a rank has given no sign of life for `patience` seconds. Afterwards the job is aborted with
  // kStatusPartLost.
  virtual void lost(int rank) = 0;
  // All ranks have sent their last message. Not used after this call: only MPI_Finalize is left.
  virtual void said() = 0;
  // The analysis cannot continue and wants the job to be aborted; 0: no.
  virtual int give_up() = 0;
  virtual int patience() const = 0;
};

inline constexpr int kStatusPartLost = 3;  // exit status: another rank of a divided analysis was lost

inline constexpr const char* kTalkFunction = "fencepost_talk";
using TalkFunction = void (*)(Talk&);  // returns when everything was sent and MPI is finalized

}  // namespace fencepost::parts
