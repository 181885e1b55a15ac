/**
 * How Node collects garbage in a process that reads pictures. A page makes few objects and many large buffers, and each
 * 64 MB of those set off a round over the whole heap, on helper threads next to the main one: 12 to 20 % of a page's processor
 * time. In one go on one thread it is 2 %, and every core has a worker of its own anyway. Young objects get half of the
 * usual room, which costs nothing measurable and holds 50 to 100 MB less.
 */
export const ENGINE_FLAGS = ['--single-threaded-gc', '--no-incremental-marking', '--max-semi-space-size=8'] as const

/**
 * How the C library of most Linux systems hands out memory; others ignore it. With one pool for all threads a worker holds
 * 85 to 140 MB less after a few pages, and is no slower: its threads seldom ask at the same time. In large pages, where the
 * kernel gives them to who asks, a page and a selfie take 3 to 4 % less processor time, and no more memory. Blocks of 4 MB
 * and more, pictures and what large nets work on, go back to the system at once (decision 8).
 */
export const ENGINE_ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 * 1024),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
} as const
