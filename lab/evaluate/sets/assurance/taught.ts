import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { film } from '../../../../packages/specimen/src/photograph/film.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import type { Lesson } from '../../../../src/vision/engine.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { Faces } from '../redteam/show-trick.ts'
import { originalOf } from '../taught/compare-photo.ts'
import { imitate } from '../taught/imitate/imitate.ts'
import { METHODS } from '../taught/imitate/methods.ts'
import type { Shown } from './show.ts'

/** Passports of one issuer on the same background, as in reality. */
const PAPER = 7
/** Pictures for teaching. */
const SHOTS = 3

const drawOne = async (faces: Faces, country: string, holder: string, number: number) => {
  const person = await faces.person(number)
  const portrait = { picture: person.picture, crop: person.head }
  const specimen = await drawSpecimen({
    kind: 'td3',
    country,
    seed: `taught ${country} ${holder}`,
    paper: PAPER,
    portrait,
  })
  return { person, specimen }
}

/** The lesson of an operator: three pictures with their printed values. */
export async function lessonOf(faces: Faces, country: string): Promise<Lesson> {
  const taken = await Promise.all(
    Array.from({ length: SHOTS }, async (_, at) => {
      const { specimen } = await drawOne(faces, country, `lesson ${at}`, at)
      const { jpeg } = await photograph(specimen.front, { seed: `lesson ${country} ${at}`, level: 'easy' })
      return { jpeg, visual: specimen.truth.sides[0]?.visual ?? [] }
    }),
  )
  return {
    country,
    type: 'PASSPORT',
    side: 'FRONT',
    name: `${country} passport`,
    pictures: taken.map(({ jpeg }) => jpeg),
    named: taken.flatMap(({ visual }, picture) => visual.map(({ name, value }) => ({ picture, field: name, value }))),
  }
}

/** A passport of the taught kind with its holder, filmed; or an imitation of it by one of the methods. */
export async function showTaught(
  engine: ReadEngine,
  faces: Faces,
  country: string,
  number: number,
  isImitation: boolean,
): Promise<Shown> {
  const { person, specimen } = await drawOne(faces, country, `shown ${number}`, number)
  const taken = await film('original', specimen.front, { seed: `taught ${country} ${number}`, level: 'easy' })
  const method = METHODS[number % METHODS.length]
  const made =
    isImitation && method
      ? await toJpeg(
          await imitate({ ...(await originalOf(engine, await decode(taken.still.jpeg))), seed: number }, method),
        )
      : taken.still.jpeg
  return {
    document: `${country} td3`,
    pages: [made],
    films: [taken.frames],
    selfie: person.other,
    holder: person,
    specimen,
  }
}
