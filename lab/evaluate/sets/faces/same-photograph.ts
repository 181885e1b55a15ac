import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { attack } from '../../../../packages/specimen/src/photograph/attacks.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../../../packages/specimen/src/random.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import type { PhotographFingerprint } from '../../../../src/vision/face/face-template.ts'
import { fingerprintPhotograph } from '../../../../src/vision/face/fingerprint-photograph.ts'
import { photographLikeness, SAME_PHOTOGRAPH } from '../../../../src/vision/face/same-photograph.ts'
import { findPortrait } from '../../../../src/vision/face/take-portrait.ts'
import { clipBox, scaleBox } from '../../../../src/vision/picture/box.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { COPIES, severalChanges } from '../../measure/copies.ts'
import { readCsv } from '../../measure/csv.ts'
import { quantile } from '../../measure/rates.ts'
import { percent } from '../../measure/table.ts'

/**
 * Is the selfie the photograph on the document? Copies of one file, modified and printed, compared with different
 * photographs of one person and of two. `--count` is the number that are printed on a specimen, photographed and read.
 */
export const samePhotograph: EvaluationSet = { name: 'samePhotograph', folder: 'faces', run }

const PRINTED = 120
const CHANGES = { ...COPIES, 'several of these': severalChanges }

async function run({ engine, folder, progress, part }: EvaluationContext): Promise<Findings> {
  const pairs = await readCsv(path.join(folder, 'pairs.csv'))
  const photographs = await fingerprintsOf(engine, folder, [
    ...new Set(pairs.flatMap(({ file1 = '', file2 = '' }) => [file1, file2])),
  ])
  const likeness = ({ file1 = '', file2 = '' }) => likenessOf(photographs.get(file1), photographs.get(file2))
  const different = pairs.filter(({ same }) => same === '1').map(likeness)
  const others = pairs.filter(({ same }) => same !== '1').map(likeness)

  const files = [...new Set(pairs.filter(({ same }) => same === '1').map(({ file1 = '' }) => file1))]
  const count = Math.min(part?.count ?? PRINTED, files.length)
  const byKind: Record<string, number[]> = {}
  const changes = Object.entries(CHANGES)
  for (const [number, file] of files.entries()) {
    const bytes = await readFile(path.join(folder, file))
    for (const step of [0, 1, 2]) {
      const [kind, change] = changes[(number * 3 + step) % changes.length] as (typeof changes)[number]
      const copy = await change(bytes, random(`copy ${kind} ${file}`))
      note(byKind, kind, likenessOf(photographs.get(file), await fingerprintOf(engine, copy)))
    }
    if ((number * count) % files.length < count) {
      const { kind, fingerprint } = await onDocument(engine, bytes, Math.floor((number * count) / files.length))
      note(byKind, kind, likenessOf(photographs.get(file), fingerprint))
    }
    progress(number + 1, files.length)
  }
  return findingsOf(byKind, different, others)
}

async function fingerprintsOf(engine: ReadEngine, folder: string, files: string[]) {
  const photographs = new Map<string, PhotographFingerprint | undefined>()
  for (const file of files) photographs.set(file, await fingerprintOf(engine, await readFile(path.join(folder, file))))
  return photographs
}

async function fingerprintOf(engine: ReadEngine, bytes: Uint8Array): Promise<PhotographFingerprint | undefined> {
  const picture = await decode(bytes)
  const { value } = await engine.read((context) => findPortrait(context, picture))
  return value && fingerprintPhotograph(picture, value.points)
}

/** A face that was not found is similar to none: for copies this is a miss. */
const likenessOf = (a: PhotographFingerprint | undefined, b: PhotographFingerprint | undefined): number =>
  (a && b && photographLikeness(a, b)) ?? -1

function note(byKind: Record<string, number[]>, kind: string, likeness: number): void {
  byKind[kind] = [...(byKind[kind] ?? []), likeness]
}

const CARDS = ['td1', 'td3', 'eu-licence', 'td3', 'us-licence'] as const
const LEVELS = ['easy', 'medium'] as const

/** Prints the head on a document, photographs the document or its grey copy, and reads the page normally. */
async function onDocument(engine: ReadEngine, bytes: Uint8Array, number: number) {
  const picture = await decode(bytes)
  const source = (await engine.read((context) => findPortrait(context, picture))).value
  const crop = source && clipBox(scaleBox(source.face, 1.55), picture)
  const { front } = await drawSpecimen({
    kind: CARDS[number % CARDS.length] ?? 'td3',
    seed: `same photograph ${number}`,
    portrait: { picture: bytes, ...(crop && { crop }) },
  })
  const camera = { seed: `same photograph ${number}`, level: LEVELS[number % LEVELS.length] ?? 'easy', size: 1600 }
  const isCopied = number % 4 === 3
  const { jpeg } = await (isCopied ? attack('grey-copy', front, camera) : photograph(front, camera))
  const page = (await engine.read((context) => readPage(context, jpeg))).value
  return {
    kind: isCopied ? 'printed, copied in grey, photographed' : 'printed on a document, photographed',
    fingerprint: page.ok ? page.value.reading.photograph : undefined,
  }
}

function findingsOf(byKind: Record<string, number[]>, different: number[], others: number[]): Findings {
  const over = (scores: number[]) => scores.filter((score) => score > SAME_PHOTOGRAPH).length
  const rowOf = (name: string, scores: number[]) => [
    name,
    scores.length,
    over(scores),
    percent(over(scores) / scores.length, 2),
    quantile(scores, 0.01).toFixed(2),
    quantile(scores, 0.5).toFixed(2),
    quantile(scores, 0.99).toFixed(2),
  ]
  return {
    json: {
      threshold: SAME_PHOTOGRAPH,
      byKind: Object.fromEntries(
        Object.entries(byKind).map(([kind, scores]) => [kind, { n: scores.length, found: over(scores) }]),
      ),
      different: { n: different.length, taken: over(different) },
      others: { n: others.length, taken: over(others) },
    },
    tables: [
      {
        title: `copies of one photograph, and different photographs; the same from ${SAME_PHOTOGRAPH} on`,
        head: ['pairs', 'n', 'judged the same', 'share', 'likeness of 1 % below', 'median', 'of 1 % above'],
        rows: [
          ...Object.entries(byKind).map(([kind, scores]) => rowOf(kind, scores)),
          rowOf('different photographs of one person', different),
          rowOf('photographs of two people', others),
        ],
      },
    ],
  }
}
