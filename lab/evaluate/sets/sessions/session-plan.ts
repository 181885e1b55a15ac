import type { Fault, Kind } from '../../../../packages/specimen/src/issue/truth.ts'
import type { Attack } from '../../../../packages/specimen/src/photograph/attacks.ts'
import { END_NAMES, type End } from '../../report/tables/sessions.ts'

/** The scenario, its count, and its documents, which take turns. */
export interface Scenario {
  n: number
  kinds: readonly Kind[]
  fault?: Fault
  attack?: Attack
}

const ANY = ['td3', 'td1', 'us-licence'] as const
const WITH_MRZ = ['td3', 'td1'] as const

/** Two hundred sessions. Sixteen of each attack: one approved is over 5 %. */
export const SCENARIOS = {
  genuine: { n: 50, kinds: ANY },
  expired: { n: 16, kinds: ANY, fault: 'expired' },
  'grey copy': { n: 16, kinds: ANY, attack: 'grey-copy' },
  'colour copy': { n: 16, kinds: ANY, attack: 'colour-copy' },
  screen: { n: 16, kinds: ANY, attack: 'screen' },
  'wrong person': { n: 16, kinds: ANY },
  'face on paper or screen': { n: 16, kinds: ANY },
  'digit changed in print': { n: 16, kinds: WITH_MRZ, fault: 'visual-digit' },
  'wrong check digit': { n: 16, kinds: WITH_MRZ, fault: 'wrong-check-digit' },
  'barcode of another person': { n: 16, kinds: ['us-licence'], fault: 'other-barcode' },
  'back missing': { n: 6, kinds: ['td1', 'us-licence'] },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof SCENARIOS

/** One session. */
export interface Played {
  scenario: ScenarioName
  number: number
  kind: Kind
  end: End
  /** Pictures taken again after a refusal. */
  retakes: number
  reasons: string[]
}

/** All sessions, mixed so that any part of the list has its share of every scenario. */
export function planSessions(): { scenario: ScenarioName; number: number }[] {
  const names = Object.keys(SCENARIOS) as ScenarioName[]
  return names
    .flatMap((scenario) => {
      const { n } = SCENARIOS[scenario]
      return Array.from({ length: n }, (_, number) => ({ scenario, number, at: (number + 0.5) / n }))
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ scenario, number }) => ({ scenario, number }))
}

interface SessionOutcome {
  scenario: ScenarioName
  n: number
  ends: Record<End, number>
  /** Sessions in which a picture was taken again. */
  retaken: number
}

export function tallySessions(played: readonly Played[]): SessionOutcome[] {
  return (Object.keys(SCENARIOS) as ScenarioName[]).flatMap((scenario) => {
    const of = played.filter((each) => each.scenario === scenario)
    if (!of.length) return []
    const ends = Object.fromEntries(END_NAMES.map((end) => [end, of.filter((each) => each.end === end).length]))
    return [
      {
        scenario,
        n: of.length,
        ends: ends as Record<End, number>,
        retaken: of.filter(({ retakes }) => retakes > 0).length,
      },
    ]
  })
}
