import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { decide } from '../../domain/decision.ts'
import { defaultPolicyRules } from '../../domain/default-policy.ts'
import { addPage, type IdentityDocument } from '../../domain/document.ts'
import { around, clip } from '../../engine/geometry.ts'
import { findFaces } from '../../engine/portrait.ts'
import { readFace } from '../../engine/read-face.ts'
import { readPage } from '../../engine/read-page.ts'
import { decode } from '../../engine/steps/decode.ts'
import type { Workbench } from '../../engine/workbench.ts'
import { attack } from '../../specimen/attacks.ts'
import { drawSpecimen, type Specimen, type SpecimenOptions } from '../../specimen/draw-specimen.ts'
import { photograph } from '../../specimen/photograph.ts'
import { readCsv } from '../csv.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../evaluation.ts'
import { percent } from '../table.ts'

/**
 * Whole sessions, from pictures to the decision under the default policy: a person's live picture as the selfie, her
 * face printed on a specimen and photographed; and the same with one thing wrong.
 */
export const sessions: EvaluationSet = { name: 'sessions', folder: 'liveness', run }

const SCENARIOS = [
  { name: 'genuine', n: 24 },
  { name: 'expired', n: 8 },
  { name: 'grey copy', n: 8 },
  { name: 'colour copy', n: 8 },
  { name: 'screen', n: 8 },
  { name: 'wrong person', n: 8 },
  { name: 'face on paper or screen', n: 8 },
  { name: 'digit changed in print', n: 8 },
] as const
type Scenario = (typeof SCENARIOS)[number]['name']

type End = 'approve' | 'refer' | 'reject' | 'refused'

interface Person {
  picture: Uint8Array
  /** Where to cut the portrait for the document. */
  head: { x: number; y: number; width: number; height: number }
}

async function run({ bench, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const read = (label: string) =>
    peopleIn(
      bench,
      folder,
      rows.filter((row) => row.label === label),
    )
  const live = await read('live')
  const spoofs = await read('spoof')
  const total = SCENARIOS.reduce((sum, { n }) => sum + n, 0)
  const ends = new Map<Scenario, End[]>()
  let done = 0
  for (const { name, n } of SCENARIOS) {
    for (let number = 0; number < n; number++) {
      ends.set(name, [...(ends.get(name) ?? []), await play(bench, name, number, live, spoofs)])
      progress(++done, total)
    }
  }

  const count = (all: End[], end: End) => all.filter((each) => each === end).length
  const outcomes = [...ends].map(([name, all]) => ({
    name,
    n: all.length,
    approved: count(all, 'approve'),
    referred: count(all, 'refer'),
    rejected: count(all, 'reject'),
    refused: count(all, 'refused'),
  }))
  return {
    json: Object.fromEntries(outcomes.map(({ name, ...counts }) => [name, counts])),
    tables: [
      {
        title: 'Whole sessions under the default policy',
        head: ['session', 'n', 'approved', 'referred', 'rejected', 'picture refused', 'approved of all'],
        rows: outcomes.map(({ name, n, approved, referred, rejected, refused }) => [
          name,
          n,
          approved,
          referred,
          rejected,
          refused,
          percent(approved / n),
        ]),
      },
    ],
  }
}

/** Pictures with a face that could be printed on a document; the others cannot be anybody's session. */
async function peopleIn(bench: Workbench, folder: string, rows: Record<string, string>[]): Promise<Person[]> {
  const people: Person[] = []
  for (const { file = '' } of rows) {
    const picture = await readFile(path.join(folder, file))
    const decoded = await decode(picture)
    const [face] = await findFaces(bench, decoded)
    if (face) people.push({ picture, head: clip(around(face, 1.55), decoded) })
  }
  return people
}

async function play(
  bench: Workbench,
  scenario: Scenario,
  number: number,
  live: Person[],
  spoofs: Person[],
): Promise<End> {
  const at = (people: Person[], index: number) => {
    const person = people[index % people.length]
    if (!person) throw new Error('the folder has no picture with a face')
    return person
  }
  const holder = scenario === 'face on paper or screen' ? at(spoofs, number * 5) : at(live, number)
  const shown = scenario === 'wrong person' ? at(live, number + 31) : holder
  const document = await readDocument(bench, scenario, number, holder)
  if (!document) return 'refused'
  const face = await readFace(bench, await anotherShot(shown.picture))
  if (!face.ok) return 'refused'
  const today = new Date().toISOString().slice(0, 10)
  const policy = { ...defaultPolicyRules, sha256: '' }
  return decide({ document, face: face.value.reading, steps: ['document', 'face'], today }, policy).outcome
}

async function readDocument(
  bench: Workbench,
  scenario: Scenario,
  number: number,
  { picture, head }: Person,
): Promise<IdentityDocument | undefined> {
  const specimen = await drawSpecimen({
    kind: number % 2 ? 'td1' : 'td3',
    seed: `${scenario} ${number}`,
    portrait: { picture, crop: head },
    ...faultsOf(scenario),
  })
  let document: IdentityDocument | undefined
  for (const side of sidesOf(specimen)) {
    const read = await readPage(bench, await shoot(scenario, side, number))
    const added = read.ok ? addPage(document, read.value.reading) : read
    if (!added.ok) return undefined
    document = added.value
  }
  return document
}

function faultsOf(scenario: Scenario): Pick<SpecimenOptions, 'faults'> {
  if (scenario === 'expired') return { faults: ['expired'] }
  if (scenario === 'digit changed in print') return { faults: ['visual-digit'] }
  return {}
}

const sidesOf = ({ front, back }: Specimen) => (back ? [front, back] : [front])

async function shoot(scenario: Scenario, side: Uint8Array, number: number): Promise<Uint8Array> {
  const options = { seed: number, level: number % 2 ? ('medium' as const) : ('easy' as const) }
  const kinds = { 'grey copy': 'grey-copy', 'colour copy': 'colour-copy', screen: 'screen' } as const
  const kind = scenario in kinds ? kinds[scenario as keyof typeof kinds] : undefined
  return (kind ? await attack(kind, side, options) : await photograph(side, options)).jpeg
}

/** The same face a moment later: cut a little closer, in other light, compressed anew. */
async function anotherShot(picture: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sharp(await sharp(picture).autoOrient().toBuffer()).metadata()
  const margin = { left: Math.round(width * 0.015), top: Math.round(height * 0.01) }
  return sharp(await sharp(picture).autoOrient().toBuffer())
    .extract({ ...margin, width: width - 2 * margin.left, height: height - 2 * margin.top })
    .modulate({ brightness: 1.08 })
    .jpeg({ quality: 88 })
    .toBuffer()
}
