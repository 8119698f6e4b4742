// usage: particles ATOMS STEPS: atoms in a cube whose forces come from lists of neighbours. Communication is counted in
// a small window, a member of the object that contains everything else; positions of the atoms at the border go to the
// next rank's window of ghosts.
#include <cmath>
#include <cstdlib>
#include <vector>

#include "app.h"

namespace {

struct Vector {
  double x, y, z;
};

class Simulation {
 public:
  Simulation(int atoms, int rank, int ranks) : atoms_(atoms), rank_(rank), ranks_(ranks) {
    MPI_Win_create(counts_, sizeof counts_, sizeof counts_[0], MPI_INFO_NULL, MPI_COMM_WORLD, &counts_window_);
    ghosts_ = atoms_ / 8;
    MPI_Win_allocate(static_cast<MPI_Aint>(sizeof(Vector)) * ghosts_, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &ghost_, &ghosts_window_);
    for (int i = 0; i < ghosts_; ++i) ghost_[i] = Vector{0, 0, 0};
    position_.resize(static_cast<std::size_t>(atoms_ + ghosts_));
    velocity_.assign(static_cast<std::size_t>(atoms_), Vector{0, 0, 0});
    force_.assign(static_cast<std::size_t>(atoms_), Vector{0, 0, 0});
    side_ = std::cbrt(atoms_);
    unsigned state = 12345u + static_cast<unsigned>(rank_);
    const auto random = [&state] { return (state = state * 1103515245u + 12345u) % 65536u / 65536.0; };
    for (Vector& p : position_) p = Vector{random() * side_, random() * side_, random() * side_};
  }
  ~Simulation() {
    MPI_Win_free(&counts_window_);
    MPI_Win_free(&ghosts_window_);
  }

  void exchange() {
    const int next = (rank_ + 1) % ranks_;
    MPI_Win_fence(0, counts_window_);
    MPI_Win_fence(0, ghosts_window_);
    app_computes();
    sent_ = ghosts_;
    MPI_Put(&sent_, 1, MPI_INT, next, 0, 1, MPI_INT, counts_window_);
    MPI_Put(position_.data(), 3 * ghosts_, MPI_DOUBLE, next, 0, 3 * ghosts_, MPI_DOUBLE, ghosts_window_);
    app_waits();
    MPI_Win_fence(0, counts_window_);
    MPI_Win_fence(0, ghosts_window_);
    app_computes();
    for (int i = 0; i < counts_[0]; ++i) position_[static_cast<std::size_t>(atoms_ + i)] = ghost_[i];
    app_waits();
  }

  void find_neighbours() {
    const int cells = std::max(1, static_cast<int>(side_ / kReach));
    std::vector<std::vector<int>> cell(static_cast<std::size_t>(cells * cells * cells));
    const auto cell_of = [&](const Vector& p) {
      const auto along = [&](double x) { return std::min(cells - 1, static_cast<int>(x / side_ * cells)); };
      return (along(p.x) * cells + along(p.y)) * cells + along(p.z);
    };
    for (int i = 0; i < atoms_ + ghosts_; ++i)
      cell[static_cast<std::size_t>(cell_of(position_[static_cast<std::size_t>(i)]))].push_back(i);
    first_.assign(1, 0);
    neighbours_.clear();
    for (int i = 0; i < atoms_; ++i) {
      const Vector p = position_[static_cast<std::size_t>(i)];
      const int at = cell_of(p), z = at % cells, y = at / cells % cells, x = at / cells / cells;
      for (int a = std::max(0, x - 1); a <= std::min(cells - 1, x + 1); ++a) {
        for (int b = std::max(0, y - 1); b <= std::min(cells - 1, y + 1); ++b) {
          for (int c = std::max(0, z - 1); c <= std::min(cells - 1, z + 1); ++c) {
            for (int j : cell[static_cast<std::size_t>((a * cells + b) * cells + c)]) {
              if (j != i && distance(p, position_[static_cast<std::size_t>(j)]) < kReach * kReach)
                neighbours_.push_back(j);
            }
          }
        }
      }
      first_.push_back(static_cast<int>(neighbours_.size()));
    }
  }

  void compute_forces() {
    energy_ = 0;
    for (int i = 0; i < atoms_; ++i) {
      const Vector p = position_[static_cast<std::size_t>(i)];
      Vector sum{0, 0, 0};
      for (int k = first_[static_cast<std::size_t>(i)]; k < first_[static_cast<std::size_t>(i) + 1]; ++k) {
        const Vector& q = position_[static_cast<std::size_t>(neighbours_[static_cast<std::size_t>(k)])];
        const double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz + 0.05;
        if (r2 >= kReach * kReach) continue;
        const double inverse = 1 / r2, inverse3 = inverse * inverse * inverse;
        const double strength = 1e-6 * inverse3 * (inverse3 - 0.5) * inverse;
        sum.x += dx * strength;
        sum.y += dy * strength;
        sum.z += dz * strength;
        energy_ += inverse3 * (inverse3 - 1);
      }
      force_[static_cast<std::size_t>(i)] = sum;
    }
  }

  void move() {
    for (int i = 0; i < atoms_; ++i) {
      Vector &p = position_[static_cast<std::size_t>(i)], &v = velocity_[static_cast<std::size_t>(i)];
      const Vector& f = force_[static_cast<std::size_t>(i)];
      v.x += f.x * step_;
      v.y += f.y * step_;
      v.z += f.z * step_;
      p.x = inside(p.x + v.x * step_);
      p.y = inside(p.y + v.y * step_);
      p.z = inside(p.z + v.z * step_);
    }
  }

  double energy() const { return energy_; }

 private:
  static constexpr double kReach = 1.8;

  static double distance(const Vector& a, const Vector& b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z);
  }
  double inside(double x) const { return x < 0 ? 0 : x >= side_ ? side_ * 0.999999 : x; }

  int counts_[2] = {0, 0};  // the window
  int atoms_, rank_, ranks_, ghosts_ = 0, sent_ = 0;
  double side_ = 0, step_ = 0.005, energy_ = 0;
  std::vector<Vector> position_, velocity_, force_;
  std::vector<int> first_, neighbours_;
  Vector* ghost_ = nullptr;
  MPI_Win counts_window_ = MPI_WIN_NULL, ghosts_window_ = MPI_WIN_NULL;
};

}  // namespace

int main(int argc, char** argv) {
  int rank, ranks;
  app_start(&argc, &argv, 2, &rank, &ranks);
  {
    Simulation simulation(std::atoi(argv[1]), rank, ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    app_begin();
    for (int step = 0; step < std::atoi(argv[2]); ++step) {
      simulation.exchange();
      app_computes();
      if (step % 10 == 0) simulation.find_neighbours();
      simulation.compute_forces();
      simulation.move();
      app_waits();
    }
    app_end(simulation.energy());
  }
  MPI_Finalize();
  return 0;
}
