import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type DrawnPerson, drawPerson, entryOfPerson, numbersFrom } from './draw-people.ts'

export interface DrawSeeds {
  list: number
  strangers: number
}
/** Weights and threshold are chosen on the lists of these seeds, and reported on other seeds. */
export const CHOOSING: readonly DrawSeeds[] = Array.from({ length: 10 }, (_, draw) => ({
  list: 50_000 + 17 * draw,
  strangers: 90_000 + 31 * draw,
}))
export const REPORTED: DrawSeeds = { list: 612_347, strangers: 798_113 }

/** The persons of a drawn list, one by one. */
export function* drawList(
  size: number,
  { list }: DrawSeeds,
): Generator<{ id: string; person: DrawnPerson; entry: ReturnType<typeof entryOfPerson> }> {
  const draw = numbersFrom(list)
  for (let index = 0; index < size; index++) {
    const person = drawPerson(draw)
    const id = `drawn-${index}`
    yield { id, person, entry: entryOfPerson(id, person, draw) }
  }
}

/** People of the same cultures who are not on the list. */
export function* drawStrangers(count: number, { strangers }: DrawSeeds): Generator<DrawnPerson> {
  const draw = numbersFrom(strangers)
  for (let index = 0; index < count; index++) yield drawPerson(draw)
}

/** The list as a file of FollowTheMoney entities, as an operator would import it. */
export async function writeList(path: string, size: number, seeds: DrawSeeds): Promise<void> {
  const file = createWriteStream(path)
  for (const { id, entry } of drawList(size, seeds)) {
    const { names, births, countries, sex, identifiers } = entry
    const properties = {
      name: names.filter(({ weak }) => !weak).map(({ text }) => text),
      weakAlias: names.filter(({ weak }) => weak).map(({ text }) => text),
      birthDate: births,
      nationality: countries,
      gender: sex ? [sex === 'M' ? 'male' : 'female'] : [],
      passportNumber: identifiers,
      topics: ['drawn'],
    }
    if (!file.write(`${JSON.stringify({ id, schema: 'Person', properties })}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}
