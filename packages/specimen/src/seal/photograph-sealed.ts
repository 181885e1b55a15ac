import { BACKGROUNDS } from '../photograph/backgrounds.ts'
import { bend } from '../photograph/bend.ts'
import { cutOut } from '../photograph/lay.ts'
import { type LEVELS, type Photograph, shoot } from '../photograph/photograph.ts'
import { random } from '../random.ts'
import type { Sealed } from './draw-sealed.ts'

/**
 * The part around the document of a twelve megapixel picture, which covers 277 mm with 4,000 pixels at 20 cm (26 mm
 * lens, full frame).
 */
const SIZE = 2000
const PER_MM = 4000 / 277
/** Degrees of the arc of a bent page. */
const MOST_BENT = 25

/** A phone's picture, from 20 cm, of a document with a code. */
export async function photographSealed(
  { picture, width }: Pick<Sealed, 'picture' | 'width'>,
  seed: number | string,
  level: (typeof LEVELS)[number] = 'medium',
): Promise<Photograph> {
  const source = random(`sealed/${seed}`)
  const canvas = bend(await cutOut(picture), source.between(0, MOST_BENT))
  // No finger covers the code.
  const background = source.pick(BACKGROUNDS.filter((name) => name !== 'hand'))
  return shoot({ canvas }, { seed, level, background, size: SIZE, fill: (width * PER_MM) / SIZE })
}
