import { levelPolicies } from '../../../../src/kernel/decision/change-policy.ts'
import { type Decision, decide } from '../../../../src/kernel/decision/decide.ts'
import type { Evidence } from '../../../../src/kernel/decision/factors/factor.ts'
import { ASSURANCE_LEVELS, type Assurance } from '../../../../src/kernel/decision/levels.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { type AssuranceFigures, assurancePlot, ENDS, levelsOf } from '../../report/tables/assurance.ts'
import { facesIn } from '../redteam/faces.ts'
import { openService, type Service } from '../redteam/service.ts'
import type { Faces } from '../redteam/show-trick.ts'
import { openChallenges } from './challenges.ts'
import { type ChallengePlay, ROWS, type Row } from './rows.ts'
import { chipOf, type Shown, show } from './show.ts'
import { lessonOf, showTaught } from './taught.ts'

/**
 * Whole sessions in live mode as the hosted page sends them, decided on every level of assurance. Pictures are read
 * once: a level changes only the decision. The word SPECIMEN is ignored, and the result of a challenge is that of a
 * film of the same kind. `--count N` runs N sessions of each row.
 */
export const assurance: EvaluationSet = { name: 'assurance', folder: 'faces', run }

const N = 18
/** The page asks for another picture; after two more a person gives up. */
const TAKES = 3
/** Of each document that has one. */
const FORGED_CHIPS = 4
const TAUGHT_ISSUERS = ['POL', 'SWE'] as const

type LevelEnd = (typeof ENDS)[number]

interface Played {
  row: string
  number: number
  document: string
  refusal?: string
  ends?: Record<Assurance, LevelEnd>
  reasons?: Record<Assurance, string[]>
}

type Ended = Pick<Played, 'refusal' | 'ends' | 'reasons'>

interface Report extends AssuranceFigures {
  played: Played[]
}

async function run({ engine, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const faces = await facesIn(engine, folder)
  const judgeChallenge = await openChallenges(engine, folder)
  const { from = 0, count = N } = part ?? {}
  const numbers = Array.from({ length: count }, (_, at) => from + at)
  const played: Played[] = [...((earlier as Report | undefined)?.played ?? [])]
  const rows = Object.entries(ROWS)
  let done = 0
  const step = () => progress(++done, rows.length * count)

  const service = await openService(engine)
  /** The accepted pictures of the rows that others send again. */
  const taken = new Map<string, Shown>()
  const judged = async (
    at: Service,
    name: string,
    number: number,
    shown: Shown,
    tenant: string,
    attempt = 0,
  ): Promise<Ended> => {
    const row = ROWS[name] ?? {}
    const chip = row.chip && (await chipOf(shown, row.chip, number * FORGED_CHIPS + attempt))
    const selfie = row.selfie === 'of another person' ? (await faces.person(number)).other : shown.selfie
    const { films, ...pictures } = shown
    const sent = {
      ...pictures,
      selfie,
      ...(!row.sent && { films }),
      ...(row.sent === 'file' && { asFiles: true }),
      ...(chip && { chip }),
    }
    const enrol = (assurance: Assurance) =>
      at.enrol(sent, {
        tenant: tenantNamed(name, number, tenant, assurance),
        mode: 'live',
        assurance,
        printsSelfie: row.selfie === 'web photograph',
      })
    const ended = await enrol('standard')
    if (!ended.ok) return { refusal: ended.refusal }
    // If no page asks for the challenge, the level determines whether it was required.
    if (row.sent === 'api') {
      const [basic, high] = [await enrol('basic'), await enrol('high')]
      if (!basic.ok || !high.ok) throw new Error('what is taken does not depend on the level')
      return onEveryLevel({
        basic: basic.value.evidence,
        standard: ended.value.evidence,
        high: high.value.evidence,
      })
    }
    const plays: readonly ChallengePlay[] = row.challenge ?? ['genuine']
    const outcome = await judgeChallenge(plays[number % plays.length] ?? 'genuine', number)
    const { face, ...rest } = ended.value.evidence
    const evidence = { ...rest, ...(face && { face: { ...face, ...(outcome && { challenge: outcome }) } }) }
    return onEveryLevel({ basic: evidence, standard: evidence, high: evidence })
  }

  try {
    for (const number of numbers) {
      for (const [name, row] of rows.filter(([, { taught }]) => !taught)) {
        const shown = row.of ? taken.get(`${row.of} ${number}`) : undefined
        if (!row.of) {
          const result = await untilTaken(async (take): Promise<Ended & { document: string }> => {
            const made = await show(faces, name, row, number, take)
            const ended = await judged(service, name, number, made, String(take))
            if (!ended.refusal) taken.set(`${name} ${number}`, made)
            return { document: made.document, ...ended }
          })
          played.push({ row: name, number, ...result })
        } else if (!shown) played.push({ row: name, number, document: '', refusal: 'not taken' })
        else if (!row.chip || shown.specimen.truth.mrz) {
          const attempts = row.chip === 'forged' ? FORGED_CHIPS : 1
          for (let attempt = 0; attempt < attempts; attempt++) {
            const ended = await judged(service, name, number, shown, `of-${attempt}`, attempt)
            played.push({ row: name, number, document: shown.document, ...ended })
          }
        }
        step()
      }
    }
  } finally {
    await service.close()
  }
  played.push(...(await playTaught({ engine, faces, numbers, judged, step })))

  const figures = figuresOf(played)
  return {
    json: { ...figures, played } satisfies Report,
    figures,
    tables: [...tablesOf('assurance', figures), astray(played)],
    plots: { assurance: assurancePlot(figures) },
  }
}

/** Each issuer's passport is taught to a separate service. */
async function playTaught({
  engine,
  faces,
  numbers,
  judged,
  step,
}: {
  engine: EvaluationContext['engine']
  faces: Faces
  numbers: number[]
  judged: (at: Service, name: string, number: number, shown: Shown, tenant: string) => Promise<Ended>
  step(): void
}): Promise<Played[]> {
  const played: Played[] = []
  const rows = Object.entries(ROWS).filter(([, { taught }]) => taught)
  for (const [at, country] of TAUGHT_ISSUERS.entries()) {
    const own = numbers.filter((number) => number % TAUGHT_ISSUERS.length === at)
    if (!own.length) continue
    const service = await openService(engine)
    try {
      if (!(await service.teach(await lessonOf(faces, country)))) throw new Error(`${country} is not learnt`)
      for (const number of own) {
        for (const [name, { taught }] of rows) {
          const shown = await showTaught(engine, faces, country, number, taught === 'imitation')
          played.push({
            row: name,
            number,
            document: shown.document,
            ...(await judged(service, name, number, shown, 'taught')),
          })
          step()
        }
      }
    } finally {
      await service.close()
      engine.useModels([])
    }
  }
  return played
}

async function untilTaken<Tried extends { refusal?: string }>(
  take: (number: number) => Promise<Tried>,
): Promise<Tried> {
  for (let number = 1; number < TAKES; number++) {
    const tried = await take(number)
    if (!tried.refusal) return tried
  }
  return take(TAKES)
}

const tenantNamed = (...parts: (string | number)[]): string =>
  parts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(-60)

function onEveryLevel(evidence: Record<Assurance, Evidence>): Required<Pick<Played, 'ends' | 'reasons'>> {
  const decided = ASSURANCE_LEVELS.map((level) => ({
    on: level,
    decision: decide({ ...evidence[level], assurance: level }, levelPolicies()[level]),
  }))
  const by = <Value>(of: (decision: Decision) => Value) =>
    Object.fromEntries(decided.map((each) => [each.on, of(each.decision)])) as Record<Assurance, Value>
  return { ends: by(({ outcome }) => END_OF[outcome]), reasons: by(({ reasons }) => reasons) }
}

const END_OF = { approve: 'approved', refer: 'referred', reject: 'rejected' } as const

export function figuresOf(played: readonly Played[]): AssuranceFigures {
  const rows = (Object.entries(ROWS) as [string, Row][]).flatMap(([name, { isGenuine = false, isApart = false }]) => {
    const of = played.filter(({ row }) => row === name)
    if (!of.length) return []
    const count = (level: Assurance, end: LevelEnd) => of.filter(({ ends }) => ends?.[level] === end).length
    const ends = Object.fromEntries(
      ASSURANCE_LEVELS.map((level) => [level, Object.fromEntries(ENDS.map((end) => [end, count(level, end)]))]),
    ) as AssuranceFigures['rows'][number]['ends']
    return [{ name, isGenuine, isApart, n: of.length, refused: of.filter(({ refusal }) => refusal).length, ends }]
  })
  return { rows, levels: levelsOf(rows) }
}

/** Genuine and not approved on standard, or an attack that is approved. */
const astray = (played: readonly Played[]) => ({
  title: 'Genuine and not approved on standard, or an attack that is',
  head: ['session', 'document', 'ended', 'because'],
  rows: played
    .filter(({ row, ends }) => (ROWS[row]?.isGenuine === true) !== (ends?.standard === 'approved'))
    .filter(({ row, ends }) => ROWS[row]?.isGenuine || ends?.standard === 'approved')
    .map(({ row, number, document, ends, refusal = '', reasons }) => [
      `${row} ${number}`,
      document,
      ends?.standard ?? 'refused',
      reasons?.standard.join(' ') ?? refusal,
    ]),
})
