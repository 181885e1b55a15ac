import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { isComparable } from '../../../../src/vision/document/find-portraits.ts'
import type { FaceTemplate } from '../../../../src/vision/face/face-template.ts'
import { findPortrait, type Portrait } from '../../../../src/vision/face/take-portrait.ts'
import { clipBox, scaleBox } from '../../../../src/vision/picture/box.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { fitWithin } from '../../../../src/vision/picture/resize.ts'
import { warpQuad } from '../../../../src/vision/picture/warp.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { detPlot } from '../../measure/plot.ts'
import { acceptedAt, equalError, errorsAt, quantile, type Scores } from '../../measure/rates.ts'
import { scoreOf } from '../../measure/score.ts'
import { tablesOf } from '../../report/measured.ts'

/**
 * The real task: a face printed small on a specimen card, the card photographed and rectified, compared with another
 * picture of the same person and with fifty other people.
 */
export const facesPrinted: EvaluationSet = { name: 'facesPrinted', folder: 'faces', run }

const PEOPLE = 80
const OTHERS = 50
/** Cards engraved in grey and printed in colour, photographed with more or less care. */
const KINDS = ['td1', 'td3', 'eu-licence'] as const
const LEVELS = ['easy', 'medium'] as const

interface Card {
  portrait?: Portrait
  /** Another picture of the same person. */
  selfie?: FaceTemplate
}

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const genuine = (await readCsv(path.join(folder, 'pairs.csv'))).filter(({ same }) => same === '1')
  const people = new Map(genuine.map((pair) => [pair.file1?.replace(/_\d+\.\w+$/, ''), pair]))
  const chosen = [...people.values()].slice(0, PEOPLE)
  const cards: Card[] = []
  for (const [i, { file1 = '', file2 = '' }] of chosen.entries()) {
    const portrait = await onCard(engine, await readFile(path.join(folder, file1)), i)
    const selfie = await portraitIn(engine, await decode(await readFile(path.join(folder, file2))))
    cards.push({ ...(portrait && { portrait }), ...(selfie && { selfie: selfie.template }) })
    progress(i + 1, chosen.length)
  }

  const scores = compare(cards)
  const found = cards.flatMap(({ portrait }) => portrait ?? [])
  const json = {
    cards: cards.length,
    portraitNotFound: cards.length - found.length,
    portraitRefused: found.filter((portrait) => !isComparable(portrait)).length,
    facePixels: {
      p5: quantile(
        found.map(({ face }) => face.width),
        0.05,
      ),
      p50: quantile(
        found.map(({ face }) => face.width),
        0.5,
      ),
    },
    impostors: scores.negatives.length,
    eer: equalError(scores).eer,
    tarAtFar1e2: acceptedAt(scores, 1e-2).rate,
    tarAtFar1e3: acceptedAt(scores, 1e-3).rate,
    threshold: 50,
    ...errorsAt(scores, 50),
  }
  return {
    json,
    tables: tablesOf('facesPrinted', json),
    plots: { 'faces-printed-det': detPlot('Face printed on a card against another picture', scores) },
  }
}

const portraitIn = async (engine: ReadEngine, picture: Picture): Promise<Portrait | undefined> =>
  (await engine.read((context) => findPortrait(context, picture))).value

/** Prints the head on a card, photographs the card, and finds the portrait on it again. */
async function onCard(engine: ReadEngine, bytes: Uint8Array, number: number): Promise<Portrait | undefined> {
  const picture = await decode(bytes)
  const source = await portraitIn(engine, picture)
  const head = source && clipBox(scaleBox(source.face, 1.55), picture)
  const { front, truth } = await drawSpecimen({
    kind: KINDS[number % KINDS.length] ?? 'td1',
    seed: number,
    portrait: { picture: bytes, ...(head && { crop: head }) },
  })
  const level = LEVELS[number % LEVELS.length] ?? 'easy'
  const { jpeg, quad } = await photograph(front, { seed: number, level, size: 1600 })
  const side = truth.sides[0]
  if (!side) throw new Error('the specimen has no side')
  const width = 1000
  const size = { width, height: Math.round((width * side.height) / side.width) }
  return portraitIn(engine, warpQuad(fitWithin(await decode(jpeg), 2400).picture, quad, size))
}

function compare(cards: Card[]): Scores {
  const scores: Scores = { positives: [], negatives: [] }
  for (const [i, { portrait, selfie }] of cards.entries()) {
    scores.positives.push(scoreOf(portrait?.template, selfie))
    for (let step = 1; step <= Math.min(OTHERS, cards.length - 1); step++) {
      scores.negatives.push(scoreOf(portrait?.template, cards[(i + step) % cards.length]?.selfie))
    }
  }
  return scores
}
