// usage: unstructured NODES STEPS: values at the nodes of a mesh, passed on along edges, all in the window. The values
// of some nodes go to the next rank's ghosts, by an indexed type.
#include <stdlib.h>

#include "app.h"

struct Mesh {
  int nodes, edges, ghosts;
  int *from, *to;  // of the edges
  double* conductance;
};

static void make(struct Mesh* mesh, int nodes) {
  *mesh = (struct Mesh){nodes, 6 * nodes, nodes / 16, NULL, NULL, NULL};
  mesh->from = malloc((size_t)mesh->edges * sizeof(int));
  mesh->to = malloc((size_t)mesh->edges * sizeof(int));
  mesh->conductance = malloc((size_t)mesh->edges * sizeof(double));
  unsigned state = 4711;
  for (int e = 0; e < mesh->edges; ++e) {
    state = state * 1103515245u + 12345u;
    const int from = e / 6, way = 1 + (int)(state >> 16) % 600;
    mesh->from[e] = from;
    // The nodes after the last of ours are ghosts.
    mesh->to[e] = from + way < nodes + mesh->ghosts ? from + way : (int)(state >> 16) % nodes;
    mesh->conductance[e] = 0.01 + (double)(state >> 20) * 1e-6;
  }
}

static void hand_on(const struct Mesh* mesh, const double* value, double* change) {
  for (int i = 0; i < mesh->nodes + mesh->ghosts; ++i) change[i] = 0;
  for (int e = 0; e < mesh->edges; ++e) {
    const double flow = mesh->conductance[e] * (value[mesh->to[e]] - value[mesh->from[e]]);
    change[mesh->from[e]] += flow;
    change[mesh->to[e]] -= flow;
  }
}

int main(int argc, char** argv) {
  int rank, ranks;
  app_start(&argc, &argv, 2, &rank, &ranks);
  struct Mesh mesh;
  make(&mesh, atoi(argv[1]));
  const int all = mesh.nodes + mesh.ghosts;
  double *value, *change = malloc((size_t)all * sizeof *change);
  MPI_Win window;
  MPI_Win_allocate(all * (MPI_Aint)sizeof *value, sizeof *value, MPI_INFO_NULL, MPI_COMM_WORLD, &value, &window);
  for (int i = 0; i < all; ++i) value[i] = i % 101 + rank;
  int* places = malloc((size_t)mesh.ghosts * sizeof *places);
  for (int i = 0; i < mesh.ghosts; ++i) places[i] = 16 * i + i % 7;
  MPI_Datatype sent;
  MPI_Type_create_indexed_block(mesh.ghosts, 1, places, MPI_DOUBLE, &sent);
  MPI_Type_commit(&sent);
  MPI_Barrier(MPI_COMM_WORLD);
  app_begin();
  for (int step = 0; step < atoi(argv[2]); ++step) {
    MPI_Win_fence(0, window);
    app_computes();
    MPI_Put(value, 1, sent, (rank + 1) % ranks, mesh.nodes, mesh.ghosts, MPI_DOUBLE, window);
    app_waits();
    MPI_Win_fence(0, window);
    app_computes();
    hand_on(&mesh, value, change);
    for (int i = 0; i < mesh.nodes; ++i) value[i] += change[i];
    app_waits();
  }
  double sum = 0;
  for (int i = 0; i < mesh.nodes; ++i) sum += value[i] * (i % 13);
  app_end(sum);
  MPI_Type_free(&sent);
  MPI_Win_free(&window);
  free(places);
  free(change);
  MPI_Finalize();
  return 0;
}
