import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { decide } from '../../../../src/kernel/decision/decide.ts'
import type { Policy } from '../../../../src/kernel/decision/policy.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { type End, type TaughtEnds, type TaughtRedteamFigures, taughtPlayed } from '../../report/tables/redteam.ts'
import { originalOf } from '../taught/compare-photo.ts'
import { imitate } from '../taught/imitate/imitate.ts'
import { METHODS } from '../taught/imitate/methods.ts'
import { type Entry, lessonOf, readEntries } from '../taught/teach-entry.ts'
import { againstIt, ENDS } from './play-trick.ts'
import { tally } from './redteam.ts'
import { openService, type Service } from './service.ts'

/**
 * Imitations of taught documents in live mode, from teaching to the decision. Sessions of the flow `document` have no
 * selfie or chip that could contradict an imitation, so only the document decides. One genuine picture of each document
 * is imitated with every method. Cards have fronts only; the checks of the MRZ, which is on the back, are ignored
 * there, as if the forger had made it correctly.
 */
export const redteamTaught: EvaluationSet = { name: 'redteamTaught', folder: 'taught', run }

/** Pictures for teaching. */
const SHOTS = 3

interface Played {
  model: string
  isScan: boolean
  /** Absent for a genuine one. */
  method?: string
  isApart?: boolean
  end: End
  reasons: string[]
  against: string[]
  /** Would the reference alone have approved it? */
  byReference: boolean
}

async function run({ engine, folder, progress, part, earlier }: EvaluationContext): Promise<Findings> {
  const entries = await readEntries(folder, part)
  const played: Played[] = [...((earlier as { played?: Played[] } | undefined)?.played ?? [])]
  let done = 0
  for (const entry of entries) {
    const service = await openService(engine)
    try {
      if (!(await service.teach(await lessonOf(folder, entry, SHOTS)))) throw new Error(`${entry.model} is not learnt`)
      const described = { model: entry.model, isScan: entry.capture === 'flatbed scan' }
      for (const [number, shown] of entry.test.entries()) {
        const picture = await readFile(path.join(folder, shown.file))
        const at = dayOf(shown.fields)
        played.push({ ...described, ...(await play(service, picture, `genuine-${number}`, entry, at)) })
        if (number > 0) continue
        const original = await originalOf(engine, await decode(picture))
        for (const [m, method] of METHODS.entries()) {
          const made = await toJpeg(await imitate({ ...original, seed: 7 * m }, method))
          const ended = await play(service, made, `method-${m}`, entry, at)
          played.push({ ...described, method: method.name, ...(method.isApart && { isApart: true }), ...ended })
        }
      }
    } finally {
      await service.close()
      engine.useModels([])
    }
    progress(++done, entries.length)
  }
  const figures = tallyTaught(played)
  return { json: { ...figures, played }, figures, tables: [taughtPlayed(figures)] }
}

/** A session in a separate tenant: nothing was sent before. The word SPECIMEN on the documents is ignored. */
async function play(service: Service, picture: Uint8Array, tenant: string, { type }: Entry, at: Date | undefined) {
  const ask = { tenant, mode: 'live', hasFrontOnly: true, at } as const
  const ended = await service.enrol({ pages: [picture] }, ask)
  if (!ended.ok) return { end: 'refused' as const, reasons: [ended.refusal], against: [], byReference: false }
  const decision = decide(ended.value.evidence, type === 'PASSPORT' ? defaultPolicy() : WITHOUT_BACK)
  const authenticity = decision.factors.find(({ name }) => name === 'documentAuthenticity')
  return {
    end: ENDS[decision.outcome],
    reasons: decision.reasons,
    against: againstIt(decision),
    byReference: authenticity?.level === 'HIGH',
  }
}

const { mrzValidity: _, mrzOcrCrossCheck: __, ...factors } = defaultPolicy().factors
const WITHOUT_BACK: Policy = { ...defaultPolicy(), factors }

/**
 * The day before the document expires, because the documents of the set are old. Undefined if its expiry is not stated.
 */
export function dayOf(fields: Record<string, string> = {}): Date | undefined {
  const found = /^(\d{2})\D(\d{2}|[A-Z][a-z]{2})\D(\d{4}|\d{2})$/.exec(fields.expiry_date ?? '')
  if (!found) return undefined
  const [, day = '', month = '', year = ''] = found
  const at = MONTHS.includes(month) ? MONTHS.indexOf(month) : Number(month) - 1
  return new Date(Date.UTC(Number(year.padStart(4, '20')), at, Number(day) - 1))
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * How sessions ended. `unnoticed`: the reference would approve it, and it has no finding that the genuine picture from
 * which it was made does not also have. The documents of the set are mock prints: numbers have wrong check digits, a
 * date is missing.
 */
const endsWith =
  (originals: ReadonlyMap<string, Played>) =>
  (sessions: readonly Played[]): TaughtEnds => {
    const isUnnoticed = ({ model, byReference, against }: Played) =>
      byReference && against.every((name) => originals.get(model)?.against.includes(name))
    return {
      ...tally(sessions),
      byReference: sessions.filter(({ byReference }) => byReference).length,
      unnoticed: sessions.filter(isUnnoticed).length,
    }
  }

export function tallyTaught(played: readonly Played[]): TaughtRedteamFigures {
  const genuine = played.filter(({ method }) => method === undefined)
  const made = played.filter(({ method }) => method !== undefined)
  // The first genuine one of each document is imitated.
  const originals = new Map(genuine.toReversed().map((each) => [each.model, each]))
  const ends = endsWith(originals)
  return {
    types: originals.size,
    byKind: Object.fromEntries(
      [...Map.groupBy(made, ({ method = '' }) => method)].map(([name, sessions]) => [name, ends(sessions)]),
    ),
    scans: ends(made.filter(({ isScan }) => isScan)),
    photographs: ends(made.filter(({ isScan }) => !isScan)),
    apart: ends(made.filter(({ isApart }) => isApart)),
    genuineScans: ends(genuine.filter(({ isScan }) => isScan)),
    genuinePhotographs: ends(genuine.filter(({ isScan }) => !isScan)),
  }
}
