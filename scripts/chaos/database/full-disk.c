// Makes a disk look full to one process: a preloaded library in which a write that would make a file
// longer fails with ENOSPC while a flag file exists. As on a full disk, space that a file already
// has can be written again. FULL_DISK_UNDER is a part of the paths concerned; the flag is
// FULL_DISK_FLAG followed by -wal for files in pg_wal and -data for all others.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) \
  static __typeof__(name) *next; \
  if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

// Where a write without an offset begins.
#define AT_POSITION ((off_t)-1)

static int is_full(int fd, off_t offset, size_t bytes) {
  const char *under = getenv("FULL_DISK_UNDER"), *flag = getenv("FULL_DISK_FLAG");
  if (!under || !flag) return 0;
  int before = errno, full = 0;
  char link[64], path[PATH_MAX], name[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length > 0) {
    path[length] = 0;
    snprintf(name, sizeof name, "%s-%s", flag, strstr(path, "/pg_wal/") ? "wal" : "data");
    struct stat file;
    if (strstr(path, under) && access(name, F_OK) == 0 && fstat(fd, &file) == 0) {
      if (offset == AT_POSITION) {
        int appends = fcntl(fd, F_GETFL) & O_APPEND;
        offset = appends ? file.st_size : lseek(fd, 0, SEEK_CUR);
      }
      full = S_ISREG(file.st_mode) && offset + (off_t)bytes > file.st_size;
    }
  }
  errno = full ? ENOSPC : before;
  return full;
}

static size_t sum(const struct iovec *pieces, int count) {
  size_t bytes = 0;
  for (int n = 0; n < count; n++) bytes += pieces[n].iov_len;
  return bytes;
}

ssize_t write(int fd, const void *buffer, size_t bytes) {
  NEXT(write);
  return is_full(fd, AT_POSITION, bytes) ? -1 : next(fd, buffer, bytes);
}

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  NEXT(writev);
  return is_full(fd, AT_POSITION, sum(pieces, count)) ? -1 : next(fd, pieces, count);
}

ssize_t pwrite(int fd, const void *buffer, size_t bytes, off_t offset) {
  NEXT(pwrite);
  return is_full(fd, offset, bytes) ? -1 : next(fd, buffer, bytes, offset);
}

ssize_t pwrite64(int fd, const void *buffer, size_t bytes, off64_t offset) {
  NEXT(pwrite64);
  return is_full(fd, offset, bytes) ? -1 : next(fd, buffer, bytes, offset);
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t offset) {
  NEXT(pwritev);
  return is_full(fd, offset, sum(pieces, count)) ? -1 : next(fd, pieces, count, offset);
}

int posix_fallocate(int fd, off_t offset, off_t bytes) {
  NEXT(posix_fallocate);
  return is_full(fd, offset, bytes) ? ENOSPC : next(fd, offset, bytes);
}
