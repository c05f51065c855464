/* Imitate a disk that fails at a chosen call; full_disk.py uses this for tests.
 *
 * Loaded before the C library (LD_PRELOAD), it counts the calls that change files in one folder. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static const char *folder;
static long calls, first = -1, last = -1;

/* From now on, fail the calls from `from` to `to`, counted from 0. */
void fail_calls(const char *in, long from, long to) {
    folder = in;
    calls = 0;
    first = from;
    last = to;
}

long count_calls(void) { return calls; }

static int fails(const char *path, int error) {
    if (!folder || strncmp(path, folder, strlen(folder))) return 0;
    long call = calls++;
    if (call < first || call > last) return 0;
    errno = error;
    return 1;
}

static int fails_open(int file, int error) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return fails(path, error);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *data, size_t size) {
    return fails_open(file, ENOSPC) ? -1 : REAL(write)(file, data, size);
}
ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    return fails_open(file, ENOSPC) ? -1 : REAL(pwrite)(file, data, size, at);
}
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    return fails_open(file, ENOSPC) ? -1 : REAL(pwrite64)(file, data, size, at);
}
int ftruncate(int file, off_t size) { return fails_open(file, EIO) ? -1 : REAL(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { return fails_open(file, EIO) ? -1 : REAL(ftruncate64)(file, size); }
int fsync(int file) { return fails_open(file, EIO) ? -1 : REAL(fsync)(file); }
int fdatasync(int file) { return fails_open(file, EIO) ? -1 : REAL(fdatasync)(file); }
int rename(const char *old, const char *new) { return fails(old, EIO) ? -1 : REAL(rename)(old, new); }
int unlink(const char *path) { return fails(path, EIO) ? -1 : REAL(unlink)(path); }
