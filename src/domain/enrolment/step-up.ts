import type { Decision } from '../decision/decide.ts'
import { lacksProofAlone } from '../decision/lack-of-proof.ts'
import type { Session } from '../session.ts'
import type { TenantRules } from '../tenant.ts'
import type { StepUp } from '../vocabulary.ts'
import { takesChip, takesWallet } from './allowed.ts'

interface Means {
  /** The tenant has an app that reads chips. */
  hasChipApp: boolean
  /** Wallets can be asked. */
  asksWallets: boolean
}

/** Rules that another picture by the page's camera can settle. */
const BY_PICTURE = ['documentFilmed', 'picturesJudged']

/** What would settle a session that lacks nothing but a proof; empty where something else stops it, or nothing is at hand. */
export function stepUpsOf(
  session: Pick<Session, 'flow' | 'document' | 'chip' | 'credential'>,
  settings: Pick<TenantRules, 'stepUp' | 'chip' | 'wallet' | 'steps'>,
  decision: Decision,
  { hasChipApp, asksWallets }: Means,
): StepUp[] {
  if (!settings.stepUp || !session.document || !lacksProofAlone(decision)) return []
  const { pages } = session.document
  const hasZone = pages.some(({ mrz }) => mrz)
  const isCoarse = pages.some(({ authenticity }) => authenticity?.reference?.isTooCoarse)
  const isByPicture = isCoarse || decision.boundBy?.some(({ rule }) => BY_PICTURE.includes(rule))
  return [
    ...(hasChipApp && hasZone && !session.chip && takesChip(session, settings) ? (['chip'] as const) : []),
    ...(asksWallets && !session.credential && takesWallet(settings) ? (['wallet'] as const) : []),
    ...(isByPicture ? (['picture'] as const) : []),
  ]
}
