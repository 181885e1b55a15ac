import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { KINDS } from '../../../packages/specimen/src/issue/truth.ts'
import { LEVELS, photograph } from '../../../packages/specimen/src/photograph/photograph.ts'

/** Photographed specimens of every kind, both sides, at every level. */
export async function photographs(count: number): Promise<Uint8Array[]> {
  const taken: Uint8Array[] = []
  for (let seed = 1; taken.length < count; seed++) {
    for (const kind of KINDS) {
      const { front, back } = await drawSpecimen({ kind, seed })
      const level = LEVELS[seed % LEVELS.length] as (typeof LEVELS)[number]
      for (const side of [front, back]) {
        if (side && taken.length < count) taken.push((await photograph(side, { seed, level, turn: 'any' })).jpeg)
      }
    }
  }
  return taken
}
