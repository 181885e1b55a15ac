import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type DrawnPerson, drawPerson, entryOfPerson, numbersFrom } from './draw-people.ts'

const LIST_SEED = 38
const STRANGER_SEED = 4_711

/** The persons of a drawn list, one after the other. */
export function* drawList(
  size: number,
): Generator<{ id: string; person: DrawnPerson; entry: ReturnType<typeof entryOfPerson> }> {
  const draw = numbersFrom(LIST_SEED)
  for (let index = 0; index < size; index++) {
    const person = drawPerson(draw)
    const id = `drawn-${index}`
    yield { id, person, entry: entryOfPerson(id, person, draw) }
  }
}

/** People of the same cultures who are not on it. */
export function* drawStrangers(count: number): Generator<DrawnPerson> {
  const draw = numbersFrom(STRANGER_SEED)
  for (let index = 0; index < count; index++) yield drawPerson(draw)
}

/** The list as a file of FollowTheMoney entities, as an operator would import it. */
export async function writeList(path: string, size: number): Promise<void> {
  const file = createWriteStream(path)
  for (const { id, entry } of drawList(size)) {
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
