/* Plays random RMA programs (program.py says what they are made of). All words of a statement are numbers, names, or
 * places "arena:offset". */
#ifndef PLAYER_H
#define PLAYER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

enum { MAX_RANKS = 8, MAX_ARENAS = 16, MAX_WINDOWS = 16, MAX_TYPES = 20000, MAX_REQUESTS = 4000, MAX_WORDS = 4000 };

typedef struct {
  char* memory;
  long sizes[MAX_RANKS];
  MPI_Aint addresses[MAX_RANKS]; /* of each rank's part, in its own memory */
  int own;                       /* allocated here, not by a window */
} Arena;

typedef struct {
  MPI_Win handle;
  MPI_Comm comm;
  int dynamic, arena;
  int world_ranks[MAX_RANKS]; /* of each rank of the window */
  int gives_memory;
} Window;

/* A statement being read. Each thread has its own. */
typedef struct {
  char* words[MAX_WORDS];
  int count, next;
  const char* text;
} Statement;

extern int rank, ranks, problems;
extern Arena arenas[MAX_ARENAS];
extern Window windows[MAX_WINDOWS];
extern MPI_Datatype types[MAX_TYPES];
extern MPI_Request requests[MAX_REQUESTS];

const char* word(Statement* s);
long number(Statement* s);
char* place(Statement* s); /* "null" is NULL */
void check(const Statement* s, int code);

MPI_Datatype type_argument(Statement* s);
void make_type(Statement* s);
MPI_Op op_named(const char* name);

/* True: `verb` was one of theirs. */
int operation(const char* verb, Statement* s);
int completion(const char* verb, Statement* s);
int synchronization(const char* verb, Statement* s);

#endif
