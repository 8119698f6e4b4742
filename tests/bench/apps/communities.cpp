// usage: communities VERTICES ROUNDS: each vertex of a graph joins the community of most of its neighbours. Changes go
// to the next rank in puts of 16 bytes, into the window with its knowledge of others.
#include <cstdlib>
#include <unordered_map>
#include <vector>

#include "app.h"

namespace {

struct Told {
  long vertex, community;
};

struct Graph {
  std::vector<long> first, target;
  std::vector<double> weight;
};

Graph make(long vertices, unsigned state) {
  Graph graph;
  graph.first.push_back(0);
  for (long v = 0; v < vertices; ++v) {
    for (int k = 0; k < 4 + static_cast<int>(v % 9); ++k) {
      state = state * 1103515245u + 12345u;
      const long near = v / 32 * 32 + static_cast<long>(state >> 20) % 32,
                 far = static_cast<long>(state >> 12) % vertices;
      graph.target.push_back(std::min(vertices - 1, k % 5 == 4 ? far : near));
      graph.weight.push_back(1.0 + k % 3);
    }
    graph.first.push_back(static_cast<long>(graph.target.size()));
  }
  return graph;
}

long best_of(const Graph& graph, long vertex, const std::vector<long>& community, const double* size,
             std::unordered_map<long, double>& links) {
  links.clear();
  const auto v = static_cast<std::size_t>(vertex);
  for (auto k = static_cast<std::size_t>(graph.first[v]); k < static_cast<std::size_t>(graph.first[v + 1]); ++k) {
    links[community[static_cast<std::size_t>(graph.target[k])]] += graph.weight[k];
  }
  long best = community[v];
  double most = 0;
  for (const auto& [candidate, link] : links) {
    const double gain = link - 0.01 * size[candidate];
    if (gain > most || (gain == most && candidate < best)) {
      most = gain;
      best = candidate;
    }
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  int rank, ranks;
  app_start(&argc, &argv, 2, &rank, &ranks);
  const long vertices = std::atol(argv[1]);
  const Graph graph = make(vertices, 77u + static_cast<unsigned>(rank));
  Told* told = nullptr;  // by the rank before
  MPI_Win window;
  MPI_Win_allocate(vertices * static_cast<MPI_Aint>(sizeof(Told)), sizeof(Told), MPI_INFO_NULL, MPI_COMM_WORLD, &told,
                   &window);
  std::vector<long> community(static_cast<std::size_t>(vertices));
  std::vector<double> size(static_cast<std::size_t>(vertices), 1.0);
  std::vector<Told> changes(static_cast<std::size_t>(vertices));
  for (long v = 0; v < vertices; ++v) {
    community[static_cast<std::size_t>(v)] = v;
    told[v] = Told{v, v};
  }
  std::unordered_map<long, double> links;
  MPI_Win_lock_all(0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  app_begin();
  for (int round = 0; round < std::atoi(argv[2]); ++round) {
    app_computes();
    std::size_t changed = 0;
    for (long v = 0; v < vertices; ++v) {
      long& own = community[static_cast<std::size_t>(v)];
      const long best = best_of(graph, v, community, size.data(), links);
      if (best == own) continue;
      size[static_cast<std::size_t>(own)] -= 1;
      size[static_cast<std::size_t>(best)] += 1;
      own = best;
      if (v % 64 == 0) changes[changed++] = Told{v, best};
    }
    for (std::size_t i = 0; i < changed; ++i) {
      MPI_Put(&changes[i], 2, MPI_LONG, (rank + 1) % ranks, changes[i].vertex, 2, MPI_LONG, window);
    }
    app_waits();
    MPI_Win_flush_all(window);
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    app_computes();
    for (long v = 0; v < vertices; v += 64) {
      if (told[v].community % 1024 == 0) size[static_cast<std::size_t>(told[v].community)] += 0.001;
    }
    app_waits();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(window);
  double sum = 0;
  for (long v = 0; v < vertices; ++v) sum += size[static_cast<std::size_t>(community[static_cast<std::size_t>(v)])];
  app_end(sum);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
