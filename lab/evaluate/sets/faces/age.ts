import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findFaces } from '../../../../src/engine/face/detect-faces.ts'
import { guessFaceAge } from '../../../../src/engine/face/guess-age.ts'
import { pickFace } from '../../../../src/engine/face/pick-face.ts'
import { decode } from '../../../../src/engine/picture/decode.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { tablesOf } from '../../report/measured.ts'
import type { AgeFigures } from '../../report/tables/faces.ts'

/** Age and sex against their labels. A face that is not found counts as wrong by the whole age. */
export const age: EvaluationSet = { name: 'age', folder: 'faces-age', run }

const BANDS: [string, number, number][] = [
  ['0–12', 0, 12],
  ['13–17', 13, 17],
  ['18–29', 18, 29],
  ['30–44', 30, 44],
  ['45–59', 45, 59],
  ['60 and over', 60, 200],
  ['adults', 18, 200],
]

interface Guess {
  age: number
  error: number
  sexRight: boolean
  found: boolean
}

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const model = await engine.nets.get('face-age')
  const guesses: Guess[] = []
  for (const [i, { file = '', age: label = '', sex }] of rows.entries()) {
    const picture = await decode(await readFile(path.join(folder, file)))
    const face = pickFace(await findFaces(engine.nets, picture), picture)
    const truth = Number(label)
    const guess = face && (await guessFaceAge(model, picture, face))
    guesses.push({
      age: truth,
      error: (guess?.age ?? 0) - truth,
      sexRight: guess !== undefined && guess.gender > 0 === (sex === 'female'),
      found: guess !== undefined,
    })
    progress(i + 1, rows.length)
  }

  const bands = BANDS.map(([name, from, to]) => ({
    name,
    ...measures(guesses.filter((guess) => guess.age >= from && guess.age <= to)),
  }))
  const whole = measures(guesses)
  const json: AgeFigures = {
    ...whole,
    notFound: guesses.filter(({ found }) => !found).length,
    adultMae: measures(guesses.filter(({ age: years }) => years >= 18)).mae,
    byAge: Object.fromEntries(bands.map(({ name, ...band }) => [name, band])),
  }
  return { json, tables: tablesOf('age', json) }
}

function measures(guesses: Guess[]) {
  const mean = (value: (guess: Guess) => number) =>
    guesses.reduce((sum, guess) => sum + value(guess), 0) / guesses.length
  return {
    n: guesses.length,
    mae: mean(({ error }) => Math.abs(error)),
    bias: mean(({ error }) => error),
    genderAccuracy: mean(({ sexRight }) => (sexRight ? 1 : 0)),
  }
}
