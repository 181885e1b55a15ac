import { drawSpecimen, type Specimen, type SpecimenOptions } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import type { Lesson } from '../../../src/vision/engine.ts'
import type { DocumentModel, ModelContent } from '../../../src/vision/taught/model.ts'

/** The paper that the taught passports are printed on: another seed is another background. */
export const PAPER = 3

export const drawPassport = (options: Partial<SpecimenOptions> = {}): Promise<Specimen> =>
  drawSpecimen({ kind: 'td3', seed: PAPER, today: '2026-01-01', ...options })

export const shoot = async (picture: Uint8Array, turn: 0 | 90 | 180 | 270 = 0): Promise<Uint8Array> =>
  (await photograph(picture, { seed: 5, level: 'easy', turn })).jpeg

/** The lesson of somebody who names every value of the front of the first. */
export async function lessonOf(specimens: readonly Specimen[]): Promise<Lesson> {
  const [first] = specimens
  if (!first) throw new Error('a lesson needs a picture')
  return {
    country: first.truth.country,
    type: first.truth.type,
    side: 'FRONT',
    name: 'Passport of Utopia',
    pictures: await Promise.all(specimens.map(({ front }) => shoot(front))),
    named: specimens.flatMap(({ truth }, picture) =>
      (truth.sides[0]?.visual ?? []).map(({ name, value }) => ({ picture, field: name, value })),
    ),
  }
}

export const modelOf = (content: ModelContent): DocumentModel => ({
  id: '5c9b3c1e-6c0d-4a43-9a55-0f5b1c2f7a10',
  version: 2,
  country: 'UTO',
  type: 'PASSPORT',
  side: 'FRONT',
  name: 'Passport of Utopia',
  content,
})
