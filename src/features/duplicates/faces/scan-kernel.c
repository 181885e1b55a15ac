/* Which rows of signs differ from a wanted one in few bits. tools/kernels.sh compiles it. */
#include <stdint.h>

/* Words of a row that are scanned: 256 signs. */
#define WORDS 4

/* The rows of which fewer bits than the limit differ from the wanted one; where the list ends is written to `last`. */
__attribute__((export_name("scan")))
void scan(const uint64_t *wanted, const uint64_t *row, const uint64_t *end, uint32_t limit, const uint64_t **list,
          const uint64_t ***last) {
  uint64_t a = wanted[0], b = wanted[1], c = wanted[2], d = wanted[3];
  for (; row < end; row += WORDS) {
    uint32_t distance = __builtin_popcountll(row[0] ^ a) + __builtin_popcountll(row[1] ^ b) +
                        __builtin_popcountll(row[2] ^ c) + __builtin_popcountll(row[3] ^ d);
    /* Written each time and kept only where it is near: nothing to branch on. */
    *list = row;
    list += distance < limit;
  }
  *last = list;
}

struct pair {
  const uint64_t *row;
  uint32_t distance;
};

/*
 * Of the listed rows those of which, with the rest of each, fewer bits than the limit differ: pairs of address and distance.
 * The rest of the wanted one follows it; where the pairs end is written to `last`.
 */
__attribute__((export_name("refine")))
void refine(const uint64_t *wanted, const uint64_t *rows, const uint64_t *rests, uint32_t restWords, const uint64_t **list,
            const uint64_t **listEnd, uint32_t limit, struct pair *pairs, struct pair **last) {
  for (; list < listEnd; list++) {
    const uint64_t *row = *list;
    const uint64_t *rest = rests + (uint32_t)(row - rows) / WORDS * restWords;
    uint64_t distance = 0;
    for (int i = 0; i < WORDS; i++) distance += __builtin_popcountll(row[i] ^ wanted[i]);
    for (uint32_t i = 0; i < restWords; i++) distance += __builtin_popcountll(rest[i] ^ wanted[WORDS + i]);
    pairs->row = row;
    pairs->distance = distance;
    pairs += distance < limit;
  }
  *last = pairs;
}
