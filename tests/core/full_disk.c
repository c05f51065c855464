/* Imitates a disk that fails at a chosen call, or records all calls, for full_disk.py and tests/cli/broken_disk.py.
 *
 * This library is loaded before the C library (LD_PRELOAD).  It counts the calls that change or lock files in one
 * folder. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static const char *folder;
static long calls, first = -1, last = -1;
static int journal = -1;

/* Lets the calls `from` to `to` fail from now on, counted from 0. */
void fail_calls(const char *in, long from, long to) {
    folder = in;
    calls = 0;
    first = from;
    last = to;
}

/* Writes each call that changes files to the open file `to` from now on: see `note`. */
void record_calls(const char *in, int to) {
    fail_calls(in, -1, -1);
    journal = to;
}

long count_calls(void) { return calls; }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Makes a path absolute. Returns false if the path is not in the folder. */
static bool in_folder(int at, const char *path, char whole[8192]) {
    if (folder == NULL || path == NULL)
        return false;
    char link[64];
    ssize_t size = 0;
    if (path[0] != '/') {
        snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
        size = readlink(link, whole, 4095);
        if (size < 0)
            return false;
        if (path[0] != 0)
            whole[size++] = '/';
    }
    snprintf(whole + size, (size_t)(8192 - size), "%s", path);
    size_t length = strlen(folder);
    return strncmp(whole, folder, length) == 0 && (whole[length] == '/' || whole[length] == 0);
}

static bool fails_at(int at, const char *path, int error) {
    char whole[8192];
    if (!in_folder(at, path, whole))
        return false;
    long call = calls++;
    if (call < first || call > last)
        return false;
    errno = error;
    return true;
}

static bool fails(const char *path, int error) { return fails_at(AT_FDCWD, path, error); }
static bool fails_open(int file, int error) { return fails_at(file, "", error); }

/* Records a call: its kind, the inode of its file, an offset in the file, and the sizes of two texts, which follow. */
static void note(char what, uint64_t file, int64_t place, const void *one, size_t size, const char *two) {
    if (journal < 0)
        return;
    int saved = errno;
    struct { int64_t what, file, place, one, two; } head = {
        what, (int64_t)file, place, (int64_t)size, (int64_t)strlen(two)};
    REAL(write)(journal, &head, sizeof head);
    REAL(write)(journal, one, size);
    REAL(write)(journal, two, strlen(two));
    errno = saved;
}

static void note_path(char what, int at, const char *path, const char *second) {
    char whole[8192], other[8192] = "";
    struct stat status = {0};
    if (journal < 0 || !in_folder(at, path, whole))
        return;
    if (second != NULL && !in_folder(AT_FDCWD, second, other))
        return;
    int saved = errno;
    stat(whole, &status);
    errno = saved;
    note(what, status.st_ino, 0, whole, strlen(whole), other);
}

static void note_open(char what, int file, int64_t place, const void *data, size_t size) {
    char whole[8192];
    struct stat status;
    if (journal >= 0 && in_folder(file, "", whole) && fstat(file, &status) == 0)
        note(what, status.st_ino, place, data, size, what == 'S' ? whole : "");
}

/* -- contents of files --------------------------------------------------------------------------------------------- */

ssize_t write(int file, const void *data, size_t size) {
    if (fails_open(file, ENOSPC))
        return -1;
    ssize_t done = REAL(write)(file, data, size);
    if (journal >= 0 && done > 0)
        note_open('W', file, lseek(file, 0, SEEK_CUR) - done, data, (size_t)done);
    return done;
}

#define PWRITE(name, type)                                        \
    ssize_t name(int file, const void *data, size_t size, type at) { \
        if (fails_open(file, ENOSPC))                             \
            return -1;                                            \
        ssize_t done = REAL(name)(file, data, size, at);          \
        if (done > 0)                                             \
            note_open('W', file, at, data, (size_t)done);         \
        return done;                                              \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define CHANGE(name, letter, place, error, ...)        \
    {                                                  \
        if (fails_open(file, error))                   \
            return -1;                                 \
        int done = REAL(name)(__VA_ARGS__);            \
        if (done == 0)                                 \
            note_open(letter, file, place, "", 0);     \
        return done;                                   \
    }
int ftruncate(int file, off_t size) CHANGE(ftruncate, 'T', size, EIO, file, size)
int ftruncate64(int file, off64_t size) CHANGE(ftruncate64, 'T', size, EIO, file, size)
int fsync(int file) CHANGE(fsync, 'S', 0, EIO, file)
int fdatasync(int file) CHANGE(fdatasync, 'S', 0, EIO, file)

/* Imitates sync(), which writes all files and cannot fail. */
void sync(void) {
    note('A', 0, 0, "", 0, "");
}

/* Lets copying by the kernel fail, so that programs fall back to write(). */
ssize_t sendfile(int to, int from, off_t *at, size_t size) {
    char whole[8192];
    return in_folder(to, "", whole) ? (errno = EINVAL, -1) : REAL(sendfile)(to, from, at, size);
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t size) {
    char whole[8192];
    return in_folder(to, "", whole) ? (errno = EINVAL, -1) : REAL(sendfile64)(to, from, at, size);
}
ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *at, size_t size, unsigned flags) {
    char whole[8192];
    return in_folder(to, "", whole) ? (errno = EINVAL, -1) : REAL(copy_file_range)(from, start, to, at, size, flags);
}

/* -- names --------------------------------------------------------------------------------------------------------- */

/* Opens a file. This counts as a call only if it creates or empties the file. */
#define OPEN(name, at, ...)                                                                 \
    {                                                                                       \
        mode_t mode = 0;                                                                    \
        if (flags & (O_CREAT | __O_TMPFILE)) {                                              \
            va_list rest;                                                                   \
            va_start(rest, flags);                                                          \
            mode = va_arg(rest, mode_t);                                                    \
            va_end(rest);                                                                   \
        }                                                                                   \
        bool changes = (flags & O_ACCMODE) != O_RDONLY && (flags & (O_CREAT | O_TRUNC));    \
        bool is_new = changes && faccessat(at, path, F_OK, 0) != 0;                         \
        if ((is_new || (changes && (flags & O_TRUNC))) && fails_at(at, path, ENOSPC))       \
            return -1;                                                                      \
        int file = REAL(name)(__VA_ARGS__, flags, mode);                                    \
        if (file >= 0 && is_new)                                                            \
            note_path('C', at, path, NULL);                                                 \
        else if (file >= 0 && (flags & O_TRUNC))                                            \
            note_open('T', file, 0, "", 0);                                                 \
        return file;                                                                        \
    }
int open(const char *path, int flags, ...) OPEN(open, AT_FDCWD, path)
int open64(const char *path, int flags, ...) OPEN(open64, AT_FDCWD, path)
int openat(int at, const char *path, int flags, ...) OPEN(openat, at, at, path)
int openat64(int at, const char *path, int flags, ...) OPEN(openat64, at, at, path)

int rename(const char *old, const char *new) {
    if (fails(old, EIO))
        return -1;
    int done = REAL(rename)(old, new);
    if (done == 0)
        note_path('R', AT_FDCWD, old, new);
    return done;
}

#define NAME(name, letter, at, error, ...)         \
    {                                              \
        if (fails_at(at, path, error))             \
            return -1;                             \
        int done = REAL(name)(__VA_ARGS__);        \
        if (done == 0)                             \
            note_path(letter, at, path, NULL);     \
        return done;                               \
    }
int unlink(const char *path) NAME(unlink, 'U', AT_FDCWD, EIO, path)
int unlinkat(int at, const char *path, int flags) NAME(unlinkat, 'U', at, EIO, at, path, flags)
int rmdir(const char *path) NAME(rmdir, 'U', AT_FDCWD, EIO, path)
int mkdir(const char *path, mode_t mode) NAME(mkdir, 'D', AT_FDCWD, ENOSPC, path, mode)
int chmod(const char *path, mode_t mode) { return fails(path, EIO) ? -1 : REAL(chmod)(path, mode); }
int fchmod(int file, mode_t mode) { return fails_open(file, EIO) ? -1 : REAL(fchmod)(file, mode); }

/* -- locks --------------------------------------------------------------------------------------------------------- */

int flock(int file, int how) { return fails_open(file, ENOLCK) ? -1 : REAL(flock)(file, how); }

/* Sets a lock, which counts as a call if it is for writing. */
#define FCNTL(name)                                                                                    \
    int name(int file, int what, ...) {                                                                \
        va_list rest;                                                                                  \
        va_start(rest, what);                                                                          \
        void *value = va_arg(rest, void *);                                                            \
        va_end(rest);                                                                                  \
        bool writes = what == F_SETLK && ((struct flock *)value)->l_type == F_WRLCK;                   \
        bool refused = writes && fails_open(file, ENOLCK);                                             \
        return refused ? -1 : REAL(name)(file, what, value);                                           \
    }
FCNTL(fcntl)
FCNTL(fcntl64)
