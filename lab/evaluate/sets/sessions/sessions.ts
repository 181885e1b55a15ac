import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findFaces } from '../../../../src/vision/face/detect-faces.ts'
import { readFace } from '../../../../src/vision/face/read-face.ts'
import { clipBox, scaleBox } from '../../../../src/vision/picture/box.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { tablesOf } from '../../report/measured.ts'
import { type Person, playSession } from './play-session.ts'
import { type Played, planSessions, tallySessions } from './session-plan.ts'

/**
 * Whole sessions, from pictures to the decision under the default policy: a person's live picture as the selfie, their
 * face printed on a specimen and photographed; and the same with one fault.
 */
export const sessions: EvaluationSet = { name: 'sessions', folder: 'liveness', run }

async function run({ engine, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const labelled = (label: string) => rows.filter((row) => row.label === label)
  // The live pictures have no names and may show one person twice, so a wrong person's document uses another set.
  const faces = path.join(folder, '../faces')
  const named = (await readCsv(path.join(faces, 'pairs.csv'))).map((row) => ({ file: row.file1 ?? '' }))
  const isTaken = async (picture: Uint8Array) => (await engine.read((context) => readFace(context, picture))).value.ok
  const people = {
    // The page guides a person until the selfie is accepted; the sets of faces measure how often it is not.
    live: (number: number) => personAt(engine, folder, labelled('live'), number, isTaken),
    spoof: (number: number) => personAt(engine, folder, labelled('spoof'), number),
    stranger: (number: number) => personAt(engine, faces, named, number * STRANGERS_APART),
  }
  const plan = planSessions()
  const { from = 0, count = plan.length } = part ?? {}
  const chosen = plan.slice(from, from + count)
  const played = [...((earlier as Report | undefined)?.played ?? [])]
  for (const [index, { scenario, number }] of chosen.entries()) {
    played.push(await playSession(engine, people, scenario, number))
    progress(index + 1, chosen.length)
  }

  const outcomes = tallySessions(played)
  return {
    json: { outcomes, played } satisfies Report,
    figures: { outcomes },
    tables: [
      ...tablesOf('sessions', { outcomes }),
      {
        title: 'Genuine and not approved, or an attack and approved',
        head: ['session', 'document', 'ended', 'because'],
        rows: played
          .filter(({ scenario, end }) => (scenario === 'genuine') !== (end === 'approve'))
          .filter(({ scenario, end }) => scenario === 'genuine' || end === 'approve')
          .map(({ scenario, number, kind, end, reasons }) => [`${scenario} ${number}`, kind, end, reasons.join(' ')]),
      },
    ],
  }
}

/** The pairs are ordered by name. */
const STRANGERS_APART = 53

interface Report {
  outcomes: ReturnType<typeof tallySessions>
  played: Played[]
}

/** The first from this position whose face could be printed on a document; the others cannot be used in a session. */
async function personAt(
  engine: ReadEngine,
  folder: string,
  rows: Record<string, string>[],
  number: number,
  isFit: (picture: Uint8Array) => Promise<boolean> = async () => true,
): Promise<Person> {
  for (let at = 0; at < rows.length; at++) {
    const picture = await readFile(path.join(folder, rows[(number + at) % rows.length]?.file ?? ''))
    const decoded = await decode(picture)
    const [face] = await findFaces(engine.nets, decoded)
    if (face && (await isFit(picture))) return { picture, head: clipBox(scaleBox(face, 1.55), decoded) }
  }
  throw new Error('the folder has no picture with a face')
}
