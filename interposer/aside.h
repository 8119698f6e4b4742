// A short trace for one thing that a process does while it records no job (record/job_folders.h).
#pragma once

namespace fencepost::interposer {

// Who and where this process is, from its MPI_Init on. `reader_in`: see record::Settings; null: the process was
// spawned, and finds the directory by its environment. Before that, the launcher's variables say who it is.
void note_process(int rank, int size, const char* reader_in);

// While it exists, the calling thread records into a trace of its own. No two at the same time; not while recording.
class Aside {
 public:
  Aside();
  ~Aside();
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  explicit operator bool() const { return records_; }  // false: there is no place for it

 private:
  bool records_ = false;
};

// The process makes a window and records nothing. If it was spawned, the report says so.
void note_unseen_window();

}  // namespace fencepost::interposer
