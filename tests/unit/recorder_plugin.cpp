// A library that calls back: a frame of it between the test and the recorder. Built under several names, by which the
// recorder takes it for the user's, the MPI library's, or one of our own.
extern "C" __attribute__((visibility("default"), noinline)) unsigned long call_back(unsigned long (*function)()) {
  const unsigned long result = function();
  asm volatile("" ::: "memory");  // no tail call
  return result;
}
