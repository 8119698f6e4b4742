// Correct: guards, smart pointers, callables, exceptions, containers, inheritance.
// flags: -pthread
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <mpi.h>
struct Lock {
  explicit Lock(MPI_Win w) : w(w) { MPI_Win_lock_all(0, w); }
  ~Lock() { MPI_Win_unlock_all(w); }
  MPI_Win w;
};
struct Unlock {
  void operator()(MPI_Win* w) const { MPI_Win_unlock_all(*w); }
};
int thrower(int);
static int may_throw(const std::vector<int>& v, int i) {
  if (i < 0) throw std::out_of_range("i");
  return v[i];
}

struct B1 {
  std::function<void()> flush;
};
void b01(MPI_Win win, int peer, std::function<void()> flush) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  flush();
  x = 2;
  MPI_Win_unlock_all(win);
}
void b02(MPI_Win win, int peer) {
  int x = 1;
  auto f = std::bind(MPI_Win_flush, peer, win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  f();
  x = 2;
  MPI_Win_unlock_all(win);
}
void b03(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  {
    std::unique_ptr<MPI_Win, Unlock> g(&win);
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  }
  x = 2;
}
void b04(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  {
    std::shared_ptr<void> g(nullptr, [&](void*) { MPI_Win_unlock_all(win); });
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  }
  x = 2;
}
void b05(MPI_Win win, int peer) {
  int x = 1;
  auto g = std::make_unique<Lock>(win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  g.reset();
  x = 2;
}
void b06(int peer) {
  int *b, x = 1;
  MPI_Win win;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &win);
  std::optional<Lock> l;
  l.emplace(win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  l.reset();
  x = 2;
  MPI_Win_free(&win);
}
void b07(int peer) {
  int *b, x = 1;
  MPI_Win win;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &win);
  {
    auto g = std::make_unique<Lock>(win);
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  }
  MPI_Win_free(&win);
}
void b08(MPI_Win win, int peer) {
  int x = 1;
  std::vector<std::unique_ptr<Lock>> v;
  v.push_back(std::make_unique<Lock>(win));
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  v.clear();
  x = 2;
}
struct VB {
  virtual ~VB() = default;
};
struct VG : VB {
  MPI_Win w;
  explicit VG(MPI_Win w) : w(w) {}
  ~VG() override { MPI_Win_flush_all(w); }
};
void b09(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  VB* g = new VG(win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  delete g;
  x = 2;
  MPI_Win_unlock_all(win);
}
void b10(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  {
    std::unique_ptr<VB> g(new VG(win));
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  }
  x = 2;
  MPI_Win_unlock_all(win);
}
void b11(MPI_Win win, int peer, bool bad) {
  int x = 1;
  try {
    Lock l(win);
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    if (bad) throw std::runtime_error("bad");
  } catch (const std::exception&) {
    x = 0;
  }
}
void b12(MPI_Win win, const std::vector<int>& v, int i) {
  bool failed = false;
  try {
    MPI_Win_lock_all(0, win);
    may_throw(v, i);
    MPI_Win_unlock_all(win);
  } catch (...) {
    failed = true;
  }
  if (failed) MPI_Win_unlock_all(win);
}
void b13(MPI_Win win, const std::vector<int>& v, int i) {
  bool open = false;
  try {
    MPI_Win_lock_all(0, win);
    open = true;
    v.at(i);
    MPI_Win_unlock_all(win);
    open = false;
  } catch (...) {
  }
  if (open) MPI_Win_unlock_all(win);
}
void b14(MPI_Win win, int peer, int from) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  auto step = [x, win, peer]() mutable {
    x++;
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  };
  auto step2 = [y = from, win, peer]() mutable { MPI_Put(&y, 1, MPI_INT, peer, 1, 1, MPI_INT, win); };
  step();
  step2();
  MPI_Win_unlock_all(win);
}
void b15(MPI_Win win, int peer) {
  int x = 1, y = 1;
  MPI_Aint d = 0;
  auto next = [&] { d += 4; };
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, d, 1, MPI_INT, win);
  next();
  MPI_Put(&y, 1, MPI_INT, peer, d, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void b16(MPI_Win win, int peer) {
  int x = 1, y = 1;
  MPI_Aint d = 0;
  MPI_Aint& r = d;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, d, 1, MPI_INT, win);
  r += 4;
  MPI_Put(&y, 1, MPI_INT, peer, d, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
class Box {
 public:
  void send(int a, int peer) {
    tmp_ = a;
    int t2 = a;
    MPI_Put(&tmp_, 1, MPI_INT, peer, off_, 1, MPI_INT, win_);
    off_ += 1;
    MPI_Put(&t2, 1, MPI_INT, peer, off_, 1, MPI_INT, win_);
    off_++;
    MPI_Win_flush(peer, win_);
  }
  void locks(MPI_Win win) {
    MPI_Win_lock(MPI_LOCK_SHARED, peer_, 0, win);
    ++peer_;
    MPI_Win_lock(MPI_LOCK_SHARED, peer_, 0, win);
    MPI_Win_unlock(peer_, win);
    MPI_Win_unlock(peer_ - 1, win);
  }
  void flip() {
    std::swap(front_, back_);
    std::swap(win_, win2_);
  }
  void dbl(int peer) {
    MPI_Get(front_.data(), 10, MPI_INT, peer, 0, 10, MPI_INT, win_);
    flip();
    front_[0] = 1;
    flip();
    MPI_Win_flush(peer, win_);
  }
  void dbl2(int peer) {
    MPI_Get(front_.data(), 10, MPI_INT, peer, 0, 10, MPI_INT, win_);
    std::swap(front_, back_);
    front_[0] = 1;
    MPI_Win_flush(peer, win_);
  }
  void dbl3(int peer) {
    MPI_Get(pf_, 10, MPI_INT, peer, 0, 10, MPI_INT, win_);
    std::swap(pf_, pb_);
    pf_[0] = 1;
    MPI_Win_flush(peer, win_);
  }
  void wins() {
    MPI_Win_lock_all(0, win_);
    flip();
    MPI_Win_lock_all(0, win_);
    MPI_Win_unlock_all(win_);
    flip();
    MPI_Win_unlock_all(win_);
  }

 private:
  int tmp_ = 0, peer_ = 0;
  MPI_Aint off_ = 0;
  std::vector<int> front_{10}, back_{10};
  int *pf_, *pb_;
  MPI_Win win_, win2_;
};
void use(Box& b, MPI_Win w) {
  b.send(1, 1);
  b.locks(w);
  b.dbl(1);
  b.dbl2(1);
  b.dbl3(1);
  b.wins();
}
void b17(MPI_Win win, int peer) {
  std::vector<int> a(10), b(10);
  MPI_Win_lock_all(0, win);
  MPI_Get(a.data(), 10, MPI_INT, peer, 0, 10, MPI_INT, win);
  a.swap(b);
  a[0] = 1;
  MPI_Win_unlock_all(win);
}
void b18(MPI_Win win, int peer) {
  std::vector<int> a(10), b(10);
  MPI_Win_lock_all(0, win);
  MPI_Get(a.data(), 10, MPI_INT, peer, 0, 10, MPI_INT, win);
  std::swap(a, b);
  a[0] = 1;
  MPI_Win_unlock_all(win);
}
void b19(MPI_Win win, int peer) {
  std::vector<MPI_Request> r(2);
  int x = 1, y = 2;
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &r[0]);
  MPI_Rput(&y, 1, MPI_INT, peer, 1, 1, MPI_INT, win, r.data() + 1);
  MPI_Waitall(2, r.data(), MPI_STATUSES_IGNORE);
  x = y = 0;
  MPI_Win_unlock_all(win);
}
void b20(MPI_Win win, int peer) {
  MPI_Request a, b;
  int x = 1, y = 2;
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &a);
  MPI_Rput(&y, 1, MPI_INT, peer, 1, 1, MPI_INT, win, &b);
  std::swap(a, b);
  MPI_Wait(&a, MPI_STATUS_IGNORE);
  y = 0;
  MPI_Wait(&b, MPI_STATUS_IGNORE);
  x = 0;
  MPI_Win_unlock_all(win);
}
struct P {
  int a;
};
struct Q {
  int b;
};
struct PQ : P, Q {
  void f(MPI_Win win, int peer) {
    a = 1;
    MPI_Put(&a, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    b = 2;
    MPI_Win_flush(peer, win);
  }
};
void b21(MPI_Win win, int peer) {
  PQ d;
  d.a = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&d.a, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  d.b = 2;
  MPI_Win_unlock_all(win);
  d.f(win, peer);
}
struct Big {
  int v[10];
};
struct Refs {
  Big& a;
  Big& b;
  void f(MPI_Win win, int peer) {
    MPI_Put(&a, 40, MPI_BYTE, peer, 0, 40, MPI_BYTE, win);
    b.v[0] = 1;
    b = Big{};
    MPI_Win_flush(peer, win);
  }
};
void b22(Refs r, MPI_Win w) {
  r.f(w, 1);
}
void b23(MPI_Win win, int peer) {
  std::vector<int> v(10);
  MPI_Win_lock_all(0, win);
  int i = 0;
  for (auto& e : v) {
    e = i;
    MPI_Put(&e, 1, MPI_INT, peer, i++, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
}
MPI_Win gw;
std::atomic<bool> ready{false};
void b24(int peer) {
  int *b, x = 1;
  std::thread t([] {
    while (!ready) {
    }
    MPI_Win_lock_all(0, gw);
  });
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &gw);
  ready = true;
  t.join();
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, gw);
  MPI_Win_unlock_all(gw);
  MPI_Win_free(&gw);
}
template <class T>
void copyw(T w, int peer) {
  int *b, x = 1;
  T v;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  v = w;
  MPI_Win_lock_all(0, v);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  MPI_Win_unlock_all(v);
  MPI_Win_free(&w);
}
template void copyw<MPI_Win>(MPI_Win, int);
void b25(MPI_Win win, int peer) {
  auto [a, b] = std::pair{1, 2};
  MPI_Win_lock_all(0, win);
  MPI_Put(&a, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  b = 3;
  MPI_Win_unlock_all(win);
}
void b26(MPI_Win win, int peer) {
  int v = 1;
  Lock lock(win);
  MPI_Put(&v, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  throw std::runtime_error("x");
}
void b27(std::map<int, MPI_Win>& m, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, m[0]);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, m[0]);
  MPI_Win_unlock_all(m[0]);
  x = 2;
  MPI_Win_lock_all(0, m[1]);
  MPI_Win_unlock_all(m.at(1));
}
struct Ops {
  virtual void sync(MPI_Win) = 0;
};
void b28(MPI_Win win, int peer, Ops& o) {
  int x = 1;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  o.sync(win);
  x = 2;
}
void b29(MPI_Win win, int peer) {
  std::unique_ptr<int[]> a(new int[4]), b(new int[4]);
  MPI_Win_lock_all(0, win);
  MPI_Get(a.get(), 4, MPI_INT, peer, 0, 4, MPI_INT, win);
  std::swap(a, b);
  a[0] = 1;
  MPI_Win_unlock_all(win);
}
void b30(MPI_Win win, int peer) {
  std::unique_ptr<int[]> a(new int[4]), b(new int[4]);
  MPI_Win_lock_all(0, win);
  MPI_Get(&a[0], 4, MPI_INT, peer, 0, 4, MPI_INT, win);
  a.swap(b);
  a[0] = 1;
  MPI_Win_unlock_all(win);
}
void b31(MPI_Win win, int peer) {
  int x = 1;
  std::promise<void> p;
  auto f = std::async(std::launch::async, [&] {
    p.get_future().wait();
    MPI_Win_unlock_all(win);
  });
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  p.set_value();
  f.get();
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
}
void b32(MPI_Win win, int peer) {
  std::any g = 1;
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  std::array<int, 3> z{};
  std::span<int> s(z);
  MPI_Get(s.data(), 2, MPI_INT, peer, 3, 2, MPI_INT, win);
  s = s.subspan(2);
  s[0] = 3;
  MPI_Win_unlock_all(win);
}
void b33(MPI_Win win, int peer, std::vector<std::function<void(MPI_Win)>>& cb) {
  int x = 1;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  for (auto& c : cb) c(win);
  x = 2;
}
void b34(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  [&] { MPI_Win_flush_all(win); }();
  x = 2;
  MPI_Win_unlock_all(win);
}
constexpr int kNobody = MPI_PROC_NULL;
void b35(MPI_Win win) {
  int x = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Put(&x, 1, MPI_INT, kNobody, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
}
struct It {
  std::vector<int> v;
  int k = 0;
  int& cur() { return v[k]; }
};
void b36(MPI_Win win, int peer) {
  struct {
    int n;
    int next() { return n++; }
  } g{0};
  int x = 1, y = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, g.n, 1, MPI_INT, win);
  g.next();
  MPI_Put(&y, 1, MPI_INT, peer, g.n, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void b37(MPI_Win win, int peer) {
  int x = 1, y = 2;
  std::vector<MPI_Aint> d{0};
  MPI_Win_lock_all(0, win);
  auto it = d.begin();
  MPI_Put(&x, 1, MPI_INT, peer, *it, 1, MPI_INT, win);
  ++it;
  MPI_Put(&y, 1, MPI_INT, peer, *it, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void b38(MPI_Win win, int peer, const MPI_Aint* d) {
  int x = 1, y = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, *d++, 1, MPI_INT, win);
  MPI_Put(&y, 1, MPI_INT, peer, *d++, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void b39(MPI_Win win, int peer, int i) {
  int x = 1, y = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, (unsigned char)i, 1, MPI_INT, win);
  MPI_Put(&y, 1, MPI_INT, peer, i + 1, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
