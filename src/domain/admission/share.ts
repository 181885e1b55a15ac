/**
 * How many times the places that are still free one party may hold. With 3 a party alone gets three quarters of all
 * places, two get three sevenths each, and some are always left for whoever comes next (dynamic thresholds, as switches
 * share their buffers: Choudhury and Hahne 1998).
 */
export const TIMES_FREE = 3

/** Is there a place for one more of a party that holds `own`, when `taken` of all places are? */
export function hasRoom(own: number, taken: number, places: number): boolean {
  return own < TIMES_FREE * (places - taken)
}
