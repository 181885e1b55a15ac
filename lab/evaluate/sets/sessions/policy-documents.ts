import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { drawSpecimen, type Specimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import type { Fault, Kind } from '../../../../packages/specimen/src/issue/truth.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { decide } from '../../../../src/kernel/decision/decide.ts'
import type { FactorName } from '../../../../src/kernel/decision/factors/index.ts'
import { defaultPolicyRules } from '../../../../src/kernel/decision/policy.ts'
import { addPage, type IdentityDocument } from '../../../../src/kernel/evidence/document/document.ts'
import { visualFields } from '../../../../src/kernel/evidence/document/view.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'

/** One photographed document and the result of every factor, before any policy. */
export interface Judged {
  number: number
  kind: Kind
  fault: Fault | 'genuine'
  level: (typeof LEVELS)[number]
  /** Limits are chosen on one half and shown on the other. */
  half: 'even' | 'odd'
  /** Why a picture was refused; then nothing else is known. */
  refused?: string
  scores: Partial<Record<FactorName, number | 'UNKNOWN'>>
  reasons: Partial<Record<FactorName, string>>
  /** Printed fields that were read, and how many of the values were right. */
  fields: { read: number; right: number }
}

export const LEVELS = ['easy', 'medium', 'hard'] as const

/** Every kind with data that a factor compares, genuine and with each fault it can have. */
const CASES: { kind: Kind; fault?: Fault }[] = [
  { kind: 'td3' },
  { kind: 'td1' },
  { kind: 'td2' },
  { kind: 'us-licence' },
  { kind: 'eu-licence' },
  { kind: 'td3', fault: 'visual-digit' },
  { kind: 'td1', fault: 'visual-digit' },
  { kind: 'td3', fault: 'wrong-check-digit' },
  { kind: 'td1', fault: 'wrong-check-digit' },
  { kind: 'us-licence', fault: 'other-barcode' },
  { kind: 'td3', fault: 'expired' },
]

/** Once through every case, level and half. */
export const ROUND = CASES.length * LEVELS.length * 2

/** The cases take turns, then the halves, then the levels. */
export async function judgeDocument(engine: ReadEngine, number: number, portrait: Uint8Array): Promise<Judged> {
  const turn = Math.floor(number / CASES.length)
  const { kind, fault } = CASES[number % CASES.length] ?? { kind: 'td3' as const }
  const level = LEVELS[Math.floor(turn / 2) % LEVELS.length] ?? 'easy'
  const about = { number, kind, fault: fault ?? 'genuine', level, half: turn % 2 ? 'odd' : 'even' } as const
  const specimen = await drawSpecimen({
    kind,
    seed: `policy ${number}`,
    faults: fault ? [fault] : [],
    portrait: { picture: portrait, crop: HEAD },
  })

  let document: IdentityDocument | undefined
  for (const [at, page] of [specimen.front, specimen.back].entries()) {
    if (!page) continue
    const { jpeg } = await photograph(page, { seed: `policy ${number} ${at}`, level })
    const { value: read } = await engine.read((context) => readPage(context, jpeg))
    const added = read.ok ? addPage(document, read.value.reading) : read
    if (!added.ok) return { ...about, refused: added.refusal, scores: {}, reasons: {}, fields: { read: 0, right: 0 } }
    document = added.value
  }
  return { ...about, ...judged(document), fields: fieldsRead(document, specimen) }
}

/** The position of the head in pictures of 250 × 250 that are aligned by the face. */
const HEAD = { x: 55, y: 45, width: 140, height: 175 }

export async function readPortrait(folder: string, pairs: Record<string, string>[], number: number) {
  return readFile(path.join(folder, pairs[number % pairs.length]?.file1 ?? ''))
}

function judged(document: IdentityDocument | undefined): Pick<Judged, 'scores' | 'reasons'> {
  const today = new Date().toISOString().slice(0, 10)
  const evidence = { mode: 'test' as const, steps: ['document'] as const, today, ...(document && { document }) }
  const { factors } = decide(evidence, { ...defaultPolicyRules(), sha256: '' })
  const found = factors.filter(({ level }) => level !== 'UNAVAILABLE')
  return {
    scores: Object.fromEntries(found.map(({ name, score }) => [name, score ?? 'UNKNOWN'])),
    reasons: Object.fromEntries(found.map(({ name, reason }) => [name, reason])),
  }
}

function fieldsRead(document: IdentityDocument | undefined, { truth }: Specimen): Judged['fields'] {
  const printed = truth.sides.flatMap(({ visual }) => visual)
  const read = visualFields(document)
  const right = read.filter(({ name, value }) => printed.some((each) => each.name === name && each.value === value))
  return { read: read.length, right: right.length }
}
