import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { findFaces } from '../../../../src/engine/face/detect-faces.ts'
import { readFace } from '../../../../src/engine/face/read-face.ts'
import { clipBox, scaleBox } from '../../../../src/engine/picture/box.ts'
import { decode } from '../../../../src/engine/picture/decode.ts'
import type { ReadEngine } from '../../../../src/engine/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { attacksPlayed, END_NAMES, type End, type Ends, type RedteamFigures } from '../../report/tables/redteam.ts'
import { anotherShot } from '../sessions/another-shot.ts'
import { planTricks, TRICKS, type TrickName } from './kinds.ts'
import { type PlayedTrick, playTrick } from './play-trick.ts'
import { openService } from './service.ts'
import type { Face, Faces } from './show-trick.ts'

/** Attacks in live mode from the pictures to the decision, thirty of each kind: nothing may be approved. Honest tries in test mode stand next to them. */
export const redteam: EvaluationSet = { name: 'redteam', folder: 'faces', run }

type Kept = Omit<PlayedTrick, 'pictures'>

async function run({ engine, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const pairs = (await readCsv(path.join(folder, 'pairs.csv'))).filter(({ same }) => same === '1')
  const alive = path.join(folder, '../liveness')
  const live = (await readCsv(path.join(alive, 'labels.csv'))).filter(({ label }) => label === 'live')
  const faces: Faces = {
    person: (number) => personAt(engine, alive, live, number),
    known: (number) => knownAt(engine, folder, pairs, number),
  }
  const plan = planTricks()
  const { from = 0, count = plan.length } = part ?? {}
  const chosen = plan.slice(from, from + count)
  const played: Kept[] = [...((earlier as { played?: Kept[] } | undefined)?.played ?? [])]
  const service = await openService(engine)
  try {
    for (const [index, planned] of chosen.entries()) {
      const { pictures, ...kept } = await playTrick(service, faces, planned)
      if (kept.end === 'approved' && kept.mode === 'live') await showApproval(kept, pictures)
      played.push(kept)
      progress(index + 1, chosen.length)
    }
  } finally {
    await service.close()
  }

  const attacks = played.filter(({ mode }) => mode === 'live')
  const figures: RedteamFigures = {
    byKind: Object.fromEntries(
      (Object.keys(TRICKS) as TrickName[]).map((trick) => [
        trick,
        tally(attacks.filter((each) => each.trick === trick)),
      ]),
    ),
    genuine: tally(played.filter(({ mode }) => mode === 'test')),
  }
  return { json: { ...figures, played }, figures, tables: [attacksPlayed(figures)] }
}

function tally(played: readonly Kept[]): Ends {
  const ends = Object.fromEntries(END_NAMES.map((end) => [end, played.filter((each) => each.end === end).length]))
  const factors = [...new Set(played.flatMap(({ against }) => against))].sort()
  const against = Object.fromEntries(
    factors.map((factor) => [factor, played.filter((each) => each.against.includes(factor)).length]),
  )
  const unnoticed = played.filter(({ end, against }) => end === 'referred' && !against.length).length
  return { n: played.length, ...(ends as Record<End, number>), unnoticed, against }
}

/** Every approval is a hole: its pictures are laid next to the report. */
async function showApproval({ trick, number }: Kept, pictures: readonly Uint8Array[]): Promise<void> {
  const place = path.join('test-results', 'redteam', `${trick} ${number}`.replaceAll(' ', '-'))
  await mkdir(place, { recursive: true })
  for (const [at, picture] of pictures.entries()) await writeFile(path.join(place, `${at}.jpg`), picture)
  console.log(`APPROVED: ${trick} ${number}, pictures in ${place}`)
}

/** Two different photographs of one person; those after it where a face is not found. */
async function knownAt(engine: ReadEngine, folder: string, pairs: Rows, number: number): Promise<Face> {
  for (let at = 0; at < pairs.length; at++) {
    const { file1 = '', file2 = '' } = pairs[(number * PAIRS_APART + at) % pairs.length] ?? {}
    const [picture, other] = await Promise.all([readFile(path.join(folder, file1)), readFile(path.join(folder, file2))])
    const head = await headIn(engine, picture)
    if (head) return { picture, other: await sharp(other).resize({ width: 900 }).jpeg().toBuffer(), head }
  }
  throw new Error('the folder has no picture with a face')
}

/** Pairs of one person stand one after the other. */
const PAIRS_APART = 5

/** A live picture that is taken as a selfie. */
async function personAt(engine: ReadEngine, folder: string, live: Rows, number: number): Promise<Face> {
  for (let at = 0; at < live.length; at++) {
    const picture = await readFile(path.join(folder, live[(number + at) % live.length]?.file ?? ''))
    const other = await anotherShot(picture, 0)
    const head = await headIn(engine, picture)
    if (head && (await engine.read((context) => readFace(context, other))).value.ok) return { picture, other, head }
  }
  throw new Error('the folder has no live picture')
}

async function headIn(engine: ReadEngine, picture: Uint8Array): Promise<Face['head'] | undefined> {
  const decoded = await decode(picture)
  const [face] = await findFaces(engine.nets, decoded)
  return face && clipBox(scaleBox(face, 1.55), decoded)
}

type Rows = Record<string, string>[]
