import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import type { Kind } from '../../../../packages/specimen/src/issue/truth.ts'
import { attack } from '../../../../packages/specimen/src/photograph/attacks.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { decide } from '../../../../src/kernel/decision/decide.ts'
import { defaultPolicyRules } from '../../../../src/kernel/decision/policy.ts'
import { addPage, type IdentityDocument, missingSides } from '../../../../src/kernel/evidence/document/document.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import { readFace } from '../../../../src/vision/face/read-face.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { anotherShot } from './another-shot.ts'
import { type Played, SCENARIOS, type Scenario, type ScenarioName } from './session-plan.ts'

/** A picture of a face, and the crop for a document's portrait. */
export interface Person {
  picture: Uint8Array
  head: { x: number; y: number; width: number; height: number }
}

/** People by number; the same number is the same person. */
interface People {
  live(number: number): Promise<Person>
  spoof(number: number): Promise<Person>
  /** A person from another set than the live ones. */
  stranger(number: number): Promise<Person>
}

/** From the pictures to the decision, as on the page: a refused picture is taken again, also an impostor's. */
export async function playSession(
  engine: ReadEngine,
  people: People,
  scenario: ScenarioName,
  number: number,
): Promise<Played> {
  const plan: Scenario = SCENARIOS[scenario]
  const kind = plan.kinds[number % plan.kinds.length] ?? 'td3'
  const shown = scenario === 'face on paper or screen' ? await people.spoof(number * 5) : await people.live(number)
  const holder = scenario === 'wrong person' ? await people.stranger(number) : shown
  const played = { scenario, number, kind }

  const document = await readDocument(engine, { scenario, number, kind, holder })
  if (!document.value) return { ...played, end: 'refused', retakes: document.retakes, reasons: [document.refusal] }
  const face = await untilTaken(async (take) => {
    const selfie = await anotherShot(shown.picture, take)
    return (await engine.read((context) => readFace(context, selfie))).value
  })
  const retakes = document.retakes + face.retakes
  if (!face.value) return { ...played, end: 'refused', retakes, reasons: [face.refusal] }

  const missing = missingSides(document.value)
  if (missing.length) return { ...played, end: 'incomplete', retakes, reasons: missing }
  const today = new Date().toISOString().slice(0, 10)
  const evidence = {
    mode: 'test' as const,
    document: document.value,
    face: face.value.reading,
    steps: ['document', 'face'] as const,
    today,
  }
  const { outcome, reasons } = decide(evidence, { ...defaultPolicyRules(), sha256: '' })
  return { ...played, end: outcome, retakes, reasons }
}

/** The page asks for another picture; after two more a person gives up. */
const TAKES = 3

type Taken<Value> =
  | { value: Value; refusal?: never; retakes: number }
  | { value?: never; refusal: string; retakes: number }

async function untilTaken<Value>(
  take: (number: number) => Promise<{ ok: true; value: Value } | { ok: false; refusal: string }>,
): Promise<Taken<Value>> {
  let refusal = ''
  for (let number = 0; number < TAKES; number++) {
    const taken = await take(number)
    if (taken.ok) return { value: taken.value, retakes: number }
    refusal = taken.refusal
  }
  return { refusal, retakes: TAKES - 1 }
}

interface Shown {
  scenario: ScenarioName
  number: number
  kind: Kind
  holder: Person
}

async function readDocument(
  engine: ReadEngine,
  { scenario, number, kind, holder }: Shown,
): Promise<Taken<IdentityDocument>> {
  const { fault, attack: copied }: Scenario = SCENARIOS[scenario]
  const { front, back } = await drawSpecimen({
    kind,
    seed: `${scenario} ${number}`,
    portrait: { picture: holder.picture, crop: holder.head },
    faults: fault ? [fault] : [],
  })
  let document: IdentityDocument | undefined
  let retakes = 0
  for (const [page, side] of [front, scenario === 'back missing' ? undefined : back].entries()) {
    if (!side) continue
    const soFar = document
    const added: Taken<IdentityDocument> = await untilTaken(async (take) => {
      const options = { seed: `${scenario} ${number} ${page} ${take}`, level: number % 2 ? 'medium' : 'easy' } as const
      const { jpeg } = await (copied ? attack(copied, side, options) : photograph(side, options))
      const { value: read } = await engine.read((context) => readPage(context, jpeg))
      return read.ok ? addPage(soFar, read.value.reading) : read
    })
    retakes += added.retakes
    if (!added.value) return { refusal: added.refusal, retakes }
    document = added.value
  }
  if (!document) throw new Error('a specimen has at least one side')
  return { value: document, retakes }
}
