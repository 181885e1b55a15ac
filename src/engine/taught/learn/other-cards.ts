import { median } from '../reference/fit.ts'
import type { Windows } from '../reference/local-likeness.ts'

/**
 * A picture whose windows are as alike as this, and so much more than those of another picture, shows the same card as the
 * first: its scan and its photograph, say. Other cards are printed a little otherwise. Measured: 0.90 and 0.98 of one card next
 * to 0.42 to 0.77 of others; pictures of other cards that are that much alike differ from one another by 0.06 at most.
 */
const SAME_CARD = { alike: 0.85, more: 0.15 }

/**
 * Without the pictures that show the card of the first picture again: how cards differ they do not say, and genuine ones would
 * be held to be more alike than they are. Where most would be left out, it is the others that are poor.
 */
export function ofOtherCards<Each extends { windows: Windows | undefined }>(
  pictures: readonly Each[],
): readonly Each[] {
  const alike = pictures.map(({ windows }) => {
    const seen = windows ? Array.from(windows).filter((likeness) => likeness > 0) : []
    return seen.length ? median(seen) : 0
  })
  const least = Math.min(...alike)
  const others = pictures.filter((_, i) => {
    const own = alike[i] as number
    return own <= SAME_CARD.alike || own <= least + SAME_CARD.more
  })
  return others.length >= pictures.length / 2 ? others : pictures
}
