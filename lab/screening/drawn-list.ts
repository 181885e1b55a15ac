import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type DrawnPerson, drawPerson, entryOfPerson, numbersFrom } from './draw-people.ts'

/** Weights and threshold are chosen on what one pair of seeds draws and reported on what the other does. */
interface DrawSeeds {
  list: number
  strangers: number
}
export const CHOOSING: DrawSeeds = { list: 1_038, strangers: 9_711 }
export const REPORTED: DrawSeeds = { list: 20_417, strangers: 31_337 }

/** The persons of a drawn list, one after the other. */
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

/** People of the same cultures who are not on it. */
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
