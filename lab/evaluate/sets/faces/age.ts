import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { judgeEstimate } from '../../../../src/features/age/domain/age.ts'
import { type AgeAnswerWord, MINORS_ACCEPTED, type MinorsAccepted } from '../../../../src/kernel/vocabulary.ts'
import { findFaces, pickFace } from '../../../../src/vision/face/detect-faces.ts'
import { guessFaceAge } from '../../../../src/vision/face/read-face.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { exceededBy, tailOf } from '../../measure/tail.ts'
import { tablesOf } from '../../report/measured.ts'
import type { AgeFigures } from '../../report/tables/faces.ts'

/** Age and sex compared with their labels. A face that is not found counts as an error of the whole age. */
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

/**
 * The groups whose errors determine the margins of the flow `age`: too old for those under a limit, too young for those
 * over it.
 */
const MARGINS = [
  { which: 'too old', from: 8, to: 24, sign: 1 },
  { which: 'too old', from: 8, to: 17, sign: 1 },
  { which: 'too old', from: 18, to: 24, sign: 1 },
  { which: 'too old', from: 25, to: 34, sign: 1 },
  { which: 'too young', from: 18, to: 29, sign: -1 },
  { which: 'too young', from: 30, to: 44, sign: -1 },
] as const
/** The exponential is fitted to errors of more years than this. */
const BEYOND = 4
const SHARES = [0.01, 0.001] as const
const LIMIT = 18

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
    margins: MARGINS.map((group) => marginOf(guesses, group)),
    answers: { limit: LIMIT, rows: MINORS_ACCEPTED.flatMap((share) => answersAt(guesses, share)) },
  }
  return { json, tables: tablesOf('age', json) }
}

/** The errors that given shares of a group exceed: fitted to all of them, and to one half and shown on the other. */
function marginOf(guesses: Guess[], { which, from, to, sign }: (typeof MARGINS)[number]) {
  const errors = guesses.filter(({ age: years }) => years >= from && years <= to).map(({ error }) => sign * error)
  const tail = tailOf(errors, BEYOND)
  const halves = [0, 1].map((half) => {
    const [mine, others] = [half, 1 - half].map((side) => errors.filter((_, at) => at % 2 === side)) as [
      number[],
      number[],
    ]
    const years = exceededBy(tailOf(mine, BEYOND), SHARES[0])
    return { years, others: others.length, over: others.filter((error) => error >= years).length }
  })
  return {
    which,
    ages: `${from}–${to}`,
    ...tail,
    years: SHARES.map((share) => ({ share, years: exceededBy(tail, share) })),
    halves,
  }
}

/** The answer of the flow for a selfie only, by labelled age. */
function answersAt(guesses: Guess[], minorsAccepted: MinorsAccepted) {
  return BANDS.slice(0, -1).map(([name, from, to]) => {
    const answers = guesses
      .filter((guess) => guess.age >= from && guess.age <= to)
      .map(({ age: years, error }) => judgeEstimate({ atLeast: LIMIT, minorsAccepted, lowest: years + error }))
    const count = (word: AgeAnswerWord) => answers.filter((answer) => answer === word).length
    return { minorsAccepted, ages: name, yes: count('YES'), no: count('NO'), unsure: count('UNSURE') }
  })
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
