/* The part of the MPI standard's binary interface (MPI-5.0, chapter 20) that the wrappers need, with its numbers:
 * with this header instead of a library's own, they are compiled for every library that offers that interface. */
#ifndef FENCEPOST_MPI_ABI_H
#define FENCEPOST_MPI_ABI_H

#include <stdint.h>

#define MPI_VERSION 5
#define MPI_SUBVERSION 0

typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef MPI_Offset MPI_Count;
typedef int MPI_Fint;

typedef struct {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int reserved[5];
} MPI_Status;

/* Handles are pointers to incomplete types; those that the standard defines are small numbers. */
typedef struct MPI_ABI_Comm* MPI_Comm;
typedef struct MPI_ABI_Datatype* MPI_Datatype;
typedef struct MPI_ABI_Errhandler* MPI_Errhandler;
typedef struct MPI_ABI_File* MPI_File;
typedef struct MPI_ABI_Group* MPI_Group;
typedef struct MPI_ABI_Info* MPI_Info;
typedef struct MPI_ABI_Message* MPI_Message;
typedef struct MPI_ABI_Op* MPI_Op;
typedef struct MPI_ABI_Request* MPI_Request;
typedef struct MPI_ABI_Session* MPI_Session;
typedef struct MPI_ABI_Win* MPI_Win;

#define MPI_OP_NULL ((MPI_Op)0x20)
#define MPI_SUM ((MPI_Op)0x21)
#define MPI_MIN ((MPI_Op)0x22)
#define MPI_MAX ((MPI_Op)0x23)
#define MPI_PROD ((MPI_Op)0x24)
#define MPI_BAND ((MPI_Op)0x28)
#define MPI_BOR ((MPI_Op)0x29)
#define MPI_BXOR ((MPI_Op)0x2a)
#define MPI_LAND ((MPI_Op)0x30)
#define MPI_LOR ((MPI_Op)0x31)
#define MPI_LXOR ((MPI_Op)0x32)
#define MPI_MINLOC ((MPI_Op)0x38)
#define MPI_MAXLOC ((MPI_Op)0x39)
#define MPI_REPLACE ((MPI_Op)0x3c)
#define MPI_NO_OP ((MPI_Op)0x3d)

#define MPI_COMM_NULL ((MPI_Comm)0x100)
#define MPI_COMM_WORLD ((MPI_Comm)0x101)
#define MPI_COMM_SELF ((MPI_Comm)0x102)

#define MPI_GROUP_NULL ((MPI_Group)0x108)
#define MPI_GROUP_EMPTY ((MPI_Group)0x109)

#define MPI_WIN_NULL ((MPI_Win)0x110)

#define MPI_FILE_NULL ((MPI_File)0x118)

#define MPI_SESSION_NULL ((MPI_Session)0x120)

#define MPI_MESSAGE_NULL ((MPI_Message)0x128)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)0x129)

#define MPI_INFO_NULL ((MPI_Info)0x130)
#define MPI_INFO_ENV ((MPI_Info)0x131)

#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0x140)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0x141)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)0x142)
#define MPI_ERRORS_ABORT ((MPI_Errhandler)0x143)

#define MPI_REQUEST_NULL ((MPI_Request)0x180)

#define MPI_DATATYPE_NULL ((MPI_Datatype)0x200)
#define MPI_AINT ((MPI_Datatype)0x201)
#define MPI_COUNT ((MPI_Datatype)0x202)
#define MPI_OFFSET ((MPI_Datatype)0x203)
#define MPI_PACKED ((MPI_Datatype)0x207)
#define MPI_SHORT ((MPI_Datatype)0x208)
#define MPI_INT ((MPI_Datatype)0x209)
#define MPI_LONG ((MPI_Datatype)0x20a)
#define MPI_LONG_LONG ((MPI_Datatype)0x20b)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)0x20c)
#define MPI_UNSIGNED ((MPI_Datatype)0x20d)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)0x20e)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)0x20f)
#define MPI_FLOAT ((MPI_Datatype)0x210)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)0x212)
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype)0x213)
#define MPI_DOUBLE ((MPI_Datatype)0x214)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)0x216)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype)0x217)
#define MPI_LOGICAL ((MPI_Datatype)0x218)
#define MPI_INTEGER ((MPI_Datatype)0x219)
#define MPI_REAL ((MPI_Datatype)0x21a)
#define MPI_COMPLEX ((MPI_Datatype)0x21b)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)0x21c)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)0x21d)
#define MPI_CHARACTER ((MPI_Datatype)0x21e)
#define MPI_LONG_DOUBLE ((MPI_Datatype)0x220)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x224)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x225)
#define MPI_FLOAT_INT ((MPI_Datatype)0x228)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x229)
#define MPI_LONG_INT ((MPI_Datatype)0x22a)
#define MPI_2INT ((MPI_Datatype)0x22b)
#define MPI_SHORT_INT ((MPI_Datatype)0x22c)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)0x22d)
#define MPI_2REAL ((MPI_Datatype)0x230)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)0x231)
#define MPI_2INTEGER ((MPI_Datatype)0x232)
#define MPI_C_BOOL ((MPI_Datatype)0x238)
#define MPI_CXX_BOOL ((MPI_Datatype)0x239)
#define MPI_WCHAR ((MPI_Datatype)0x23c)
#define MPI_INT8_T ((MPI_Datatype)0x240)
#define MPI_UINT8_T ((MPI_Datatype)0x241)
#define MPI_CHAR ((MPI_Datatype)0x243)
#define MPI_SIGNED_CHAR ((MPI_Datatype)0x244)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)0x245)
#define MPI_BYTE ((MPI_Datatype)0x247)
#define MPI_INT16_T ((MPI_Datatype)0x248)
#define MPI_UINT16_T ((MPI_Datatype)0x249)
#define MPI_INT32_T ((MPI_Datatype)0x250)
#define MPI_UINT32_T ((MPI_Datatype)0x251)
#define MPI_INT64_T ((MPI_Datatype)0x258)
#define MPI_UINT64_T ((MPI_Datatype)0x259)
#define MPI_LOGICAL1 ((MPI_Datatype)0x2c0)
#define MPI_INTEGER1 ((MPI_Datatype)0x2c1)
#define MPI_LOGICAL2 ((MPI_Datatype)0x2c8)
#define MPI_INTEGER2 ((MPI_Datatype)0x2c9)
#define MPI_REAL2 ((MPI_Datatype)0x2ca)
#define MPI_LOGICAL4 ((MPI_Datatype)0x2d0)
#define MPI_INTEGER4 ((MPI_Datatype)0x2d1)
#define MPI_REAL4 ((MPI_Datatype)0x2d2)
#define MPI_COMPLEX4 ((MPI_Datatype)0x2d3)
#define MPI_LOGICAL8 ((MPI_Datatype)0x2d8)
#define MPI_INTEGER8 ((MPI_Datatype)0x2d9)
#define MPI_REAL8 ((MPI_Datatype)0x2da)
#define MPI_COMPLEX8 ((MPI_Datatype)0x2db)
#define MPI_LOGICAL16 ((MPI_Datatype)0x2e0)
#define MPI_INTEGER16 ((MPI_Datatype)0x2e1)
#define MPI_REAL16 ((MPI_Datatype)0x2e2)
#define MPI_COMPLEX16 ((MPI_Datatype)0x2e3)
#define MPI_COMPLEX32 ((MPI_Datatype)0x2eb)

#define MPI_LONG_LONG_INT MPI_LONG_LONG

#define MPI_BOTTOM ((void*)0)
#define MPI_IN_PLACE ((void*)1)
#define MPI_BUFFER_AUTOMATIC ((void*)2)
#define MPI_UNWEIGHTED ((int*)10)
#define MPI_WEIGHTS_EMPTY ((int*)11)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_F_STATUS_IGNORE ((MPI_Fint*)0) /* Fortran has no part in this interface */
#define MPI_F_STATUSES_IGNORE ((MPI_Fint*)0)

#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_INFO_KEY 256
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_LIBRARY_VERSION_STRING 8192
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_PORT_NAME 1024
#define MPI_MAX_PROCESSOR_NAME 256

enum {
  MPI_SUCCESS,
  MPI_ERR_BUFFER,
  MPI_ERR_COUNT,
  MPI_ERR_TYPE,
  MPI_ERR_TAG,
  MPI_ERR_COMM,
  MPI_ERR_RANK,
  MPI_ERR_REQUEST,
  MPI_ERR_ROOT,
  MPI_ERR_GROUP,
  MPI_ERR_OP,
  MPI_ERR_TOPOLOGY,
  MPI_ERR_DIMS,
  MPI_ERR_ARG,
  MPI_ERR_UNKNOWN,
  MPI_ERR_TRUNCATE,
  MPI_ERR_OTHER,
  MPI_ERR_INTERN,
  MPI_ERR_PENDING,
  MPI_ERR_IN_STATUS,
  MPI_ERR_ACCESS,
  MPI_ERR_AMODE,
  MPI_ERR_ASSERT,
  MPI_ERR_BAD_FILE,
  MPI_ERR_BASE,
  MPI_ERR_CONVERSION,
  MPI_ERR_DISP,
  MPI_ERR_DUP_DATAREP,
  MPI_ERR_FILE_EXISTS,
  MPI_ERR_FILE_IN_USE,
  MPI_ERR_FILE,
  MPI_ERR_INFO_KEY,
  MPI_ERR_INFO_NOKEY,
  MPI_ERR_INFO_VALUE,
  MPI_ERR_INFO,
  MPI_ERR_IO,
  MPI_ERR_KEYVAL,
  MPI_ERR_LOCKTYPE,
  MPI_ERR_NAME,
  MPI_ERR_NO_MEM,
  MPI_ERR_NOT_SAME,
  MPI_ERR_NO_SPACE,
  MPI_ERR_NO_SUCH_FILE,
  MPI_ERR_PORT,
  MPI_ERR_QUOTA,
  MPI_ERR_READ_ONLY,
  MPI_ERR_RMA_ATTACH,
  MPI_ERR_RMA_CONFLICT,
  MPI_ERR_RMA_RANGE,
  MPI_ERR_RMA_SHARED,
  MPI_ERR_RMA_SYNC,
  MPI_ERR_SERVICE,
  MPI_ERR_SIZE,
  MPI_ERR_SPAWN,
  MPI_ERR_UNSUPPORTED_DATAREP,
  MPI_ERR_UNSUPPORTED_OPERATION,
  MPI_ERR_WIN,
  MPI_ERR_RMA_FLAVOR,
  MPI_ERR_PROC_ABORTED,
  MPI_ERR_VALUE_TOO_LARGE,
  MPI_ERR_SESSION,
  MPI_ERR_ERRHANDLER,
  MPI_ERR_ABI,
  MPI_ERR_LASTCODE = 0x3fff
};

enum { /* ranks, tags and the like */
       MPI_ANY_SOURCE = -1,
       MPI_ANY_TAG = -2,
       MPI_PROC_NULL = -3,
       MPI_ROOT = -4,
       MPI_UNDEFINED = -32766,
};
enum { /* assertions */
       MPI_MODE_NOCHECK = 1024,
       MPI_MODE_NOPRECEDE = 2048,
       MPI_MODE_NOPUT = 4096,
       MPI_MODE_NOSTORE = 8192,
       MPI_MODE_NOSUCCEED = 16384,
};
enum { /* threads */
       MPI_THREAD_SINGLE = 0,
       MPI_THREAD_FUNNELED = 1024,
       MPI_THREAD_SERIALIZED = 2048,
       MPI_THREAD_MULTIPLE = 4096,
};
enum { /* datatypes */
       MPI_ORDER_C = 12,
       MPI_ORDER_FORTRAN = 15,
       MPI_DISTRIBUTE_NONE = 16,
       MPI_DISTRIBUTE_BLOCK = 17,
       MPI_DISTRIBUTE_CYCLIC = 18,
       MPI_DISTRIBUTE_DFLT_DARG = 19,
       MPI_COMBINER_NAMED = 101,
       MPI_COMBINER_DUP = 102,
       MPI_COMBINER_CONTIGUOUS = 103,
       MPI_COMBINER_VECTOR = 104,
       MPI_COMBINER_HVECTOR = 105,
       MPI_COMBINER_INDEXED = 106,
       MPI_COMBINER_HINDEXED = 107,
       MPI_COMBINER_INDEXED_BLOCK = 108,
       MPI_COMBINER_HINDEXED_BLOCK = 109,
       MPI_COMBINER_STRUCT = 110,
       MPI_COMBINER_SUBARRAY = 111,
       MPI_COMBINER_DARRAY = 112,
       MPI_COMBINER_F90_INTEGER = 113,
       MPI_COMBINER_F90_REAL = 114,
       MPI_COMBINER_F90_COMPLEX = 115,
       MPI_COMBINER_RESIZED = 116,
       MPI_COMBINER_VALUE_INDEX = 117,
};
enum { /* comparisons and topologies */
       MPI_IDENT = 201,
       MPI_CONGRUENT = 202,
       MPI_SIMILAR = 203,
       MPI_UNEQUAL = 204,
       MPI_CART = 211,
       MPI_GRAPH = 212,
       MPI_DIST_GRAPH = 213,
};
enum { /* windows */
       MPI_LOCK_EXCLUSIVE = 301,
       MPI_LOCK_SHARED = 302,
       MPI_WIN_FLAVOR_CREATE = 311,
       MPI_WIN_FLAVOR_ALLOCATE = 312,
       MPI_WIN_FLAVOR_DYNAMIC = 313,
       MPI_WIN_FLAVOR_SHARED = 314,
       MPI_WIN_UNIFIED = 321,
       MPI_WIN_SEPARATE = 322,
       MPI_WIN_BASE = 601,
       MPI_WIN_DISP_UNIT = 602,
       MPI_WIN_SIZE = 603,
       MPI_WIN_CREATE_FLAVOR = 604,
       MPI_WIN_MODEL = 605,
};
enum { /* splitting and attributes */
       MPI_COMM_TYPE_SHARED = 221,
       MPI_COMM_TYPE_HW_UNGUIDED = 222,
       MPI_COMM_TYPE_HW_GUIDED = 223,
       MPI_COMM_TYPE_RESOURCE_GUIDED = 224,
       MPI_KEYVAL_INVALID = 0,
       MPI_TAG_UB = 501,
};

typedef int MPI_Grequest_query_function(void*, MPI_Status*);
typedef int MPI_Grequest_free_function(void*);
typedef int MPI_Grequest_cancel_function(void*, int);
typedef int MPI_Comm_copy_attr_function(MPI_Comm, int, void*, void*, void*, int*);
typedef int MPI_Comm_delete_attr_function(MPI_Comm, int, void*, void*);
typedef int MPI_Type_copy_attr_function(MPI_Datatype, int, void*, void*, void*, int*);
typedef int MPI_Type_delete_attr_function(MPI_Datatype, int, void*, void*);
typedef int MPI_Win_copy_attr_function(MPI_Win, int, void*, void*, void*, int*);
typedef int MPI_Win_delete_attr_function(MPI_Win, int, void*, void*);
typedef void MPI_Win_errhandler_function(MPI_Win*, int*, ...);

#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function*)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function*)0)
#define MPI_TYPE_NULL_COPY_FN ((MPI_Type_copy_attr_function*)0)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function*)0)

#ifdef __cplusplus
extern "C" {
#endif
/* What we call of the library besides the functions of mpi_calls.def. Conversions from
 * and to Fortran may be missing. */
int PMPI_Cart_shift(MPI_Comm, int, int, int*, int*);
int PMPI_Cartdim_get(MPI_Comm, int*);
int PMPI_Comm_call_errhandler(MPI_Comm, int);
int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int*, void*);
int PMPI_Comm_free_keyval(int*);
int PMPI_Comm_get_attr(MPI_Comm, int, void*, int*);
int PMPI_Comm_get_errhandler(MPI_Comm, MPI_Errhandler*);
int PMPI_Comm_get_parent(MPI_Comm*);
int PMPI_Comm_rank(MPI_Comm, int*);
int PMPI_Comm_remote_group(MPI_Comm, MPI_Group*);
int PMPI_Comm_remote_size(MPI_Comm, int*);
int PMPI_Comm_set_attr(MPI_Comm, int, void*);
int PMPI_Comm_set_errhandler(MPI_Comm, MPI_Errhandler);
int PMPI_Comm_size(MPI_Comm, int*);
int PMPI_Comm_test_inter(MPI_Comm, int*);
int PMPI_Dist_graph_neighbors(MPI_Comm, int, int*, int*, int, int*, int*);
int PMPI_Dist_graph_neighbors_count(MPI_Comm, int*, int*, int*);
int PMPI_Errhandler_free(MPI_Errhandler*);
int PMPI_Error_class(int, int*);
__attribute__((weak)) MPI_Fint PMPI_File_c2f(MPI_File);
__attribute__((weak)) MPI_File PMPI_File_f2c(MPI_Fint);
int PMPI_Finalized(int*);
int PMPI_Get_count(const MPI_Status*, MPI_Datatype, int*);
int PMPI_Get_elements_x(const MPI_Status*, MPI_Datatype, MPI_Count*);
int PMPI_Get_library_version(char*, int*);
int PMPI_Get_version(int*, int*);
int PMPI_Graph_neighbors(MPI_Comm, int, int, int*);
int PMPI_Graph_neighbors_count(MPI_Comm, int, int*);
__attribute__((weak)) int PMPI_Status_c2f(const MPI_Status*, MPI_Fint*);
__attribute__((weak)) int PMPI_Status_f2c(const MPI_Fint*, MPI_Status*);
int PMPI_Status_set_cancelled(MPI_Status*, int);
int PMPI_Status_set_elements(MPI_Status*, MPI_Datatype, int);
int PMPI_Test_cancelled(const MPI_Status*, int*);
int PMPI_Topo_test(MPI_Comm, int*);
int PMPI_Type_get_contents(MPI_Datatype, int, int, int, int*, MPI_Aint*, MPI_Datatype*);
int PMPI_Type_get_envelope(MPI_Datatype, int*, int*, int*, int*);
int PMPI_Type_get_extent_x(MPI_Datatype, MPI_Count*, MPI_Count*);
int PMPI_Type_get_name(MPI_Datatype, char*, int*);
int PMPI_Type_get_true_extent_x(MPI_Datatype, MPI_Count*, MPI_Count*);
int PMPI_Type_set_attr(MPI_Datatype, int, void*);
int PMPI_Type_size_x(MPI_Datatype, MPI_Count*);
__attribute__((weak)) MPI_Comm PMPI_Comm_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Comm_c2f(MPI_Comm);
__attribute__((weak)) MPI_Datatype PMPI_Type_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Type_c2f(MPI_Datatype);
__attribute__((weak)) MPI_Errhandler PMPI_Errhandler_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Errhandler_c2f(MPI_Errhandler);
__attribute__((weak)) MPI_Group PMPI_Group_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Group_c2f(MPI_Group);
__attribute__((weak)) MPI_Info PMPI_Info_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Info_c2f(MPI_Info);
__attribute__((weak)) MPI_Message PMPI_Message_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Message_c2f(MPI_Message);
__attribute__((weak)) MPI_Op PMPI_Op_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Op_c2f(MPI_Op);
__attribute__((weak)) MPI_Request PMPI_Request_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Request_c2f(MPI_Request);
__attribute__((weak)) MPI_Win PMPI_Win_f2c(MPI_Fint);
__attribute__((weak)) MPI_Fint PMPI_Win_c2f(MPI_Win);
#ifdef __cplusplus
}
#endif

#endif
