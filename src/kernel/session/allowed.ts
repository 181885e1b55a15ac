import { isPartHidden } from '../../vision/document/page-reading.ts'
import { lacksProofAlone } from '../decision/assurance.ts'
import type { Decision } from '../decision/decide.ts'
import type { CaptureSource } from '../evidence/capture-words.ts'
import type { TenantSettings } from '../tenants/tenant.ts'
import type { StepUp } from '../vocabulary.ts'
import { asksConsent } from './consent.ts'
import { stepsOf } from './flow.ts'
import type { Session } from './session.ts'
import type { Mode } from './session-words.ts'

/** Whether the chip of a document is accepted: the tenant wants it and the session's flow asks for a document. */
export const takesChip = (session: Pick<Session, 'flow'>, settings: Pick<TenantSettings, 'chip' | 'steps'>): boolean =>
  settings.chip !== 'off' && stepsOf(session, settings).includes('document')

/** Likewise whether a wallet credential is accepted for a document. */
export const takesWallet = (
  session: Pick<Session, 'flow'>,
  settings: Pick<TenantSettings, 'wallet' | 'steps'>,
): boolean => (settings.wallet ?? 'off') !== 'off' && stepsOf(session, settings).includes('document')

/**
 * Why the hosted page, or any client with its token, must not send this selfie; undefined if it may. An integrator with
 * a token of its own has asked for consent itself.
 */
export function selfieObstacle(
  session: Pick<Session, 'consent' | 'flow' | 'mode'>,
  settings: Pick<TenantSettings, 'asksConsent' | 'selfieFiles' | 'steps'>,
  source: CaptureSource,
): 'CONSENT_MISSING' | 'CAMERA_WANTED' | undefined {
  if (asksConsent(session, settings)) return 'CONSENT_MISSING'
  return source === 'file' && !takesSelfieFiles(session.mode, settings) ? 'CAMERA_WANTED' : undefined
}

/**
 * Whether the hosted page may send a chosen file as the selfie. In test mode it may, because specimens come as files.
 */
export const takesSelfieFiles = (mode: Mode, { selfieFiles = false }: Pick<TenantSettings, 'selfieFiles'>): boolean =>
  mode === 'test' || selfieFiles

interface Means {
  /** The tenant has an app that reads chips. */
  hasChipApp: boolean
  /** Wallets can be asked. */
  asksWallets: boolean
}

/** Rules that another picture by the page's camera can satisfy. */
const BY_PICTURE = ['documentFilmed', 'picturesJudged']

/** What would settle a session that lacks only a proof; empty if something else stops it, or nothing is available. */
export function stepUpsOf(
  session: Pick<Session, 'flow' | 'document' | 'chip' | 'credential'>,
  settings: Pick<TenantSettings, 'stepUp' | 'chip' | 'wallet' | 'steps'>,
  decision: Decision,
  { hasChipApp, asksWallets }: Means,
): StepUp[] {
  if (!settings.stepUp || !session.document || !lacksProofAlone(decision)) return []
  const { pages } = session.document
  const hasZone = pages.some(({ mrz }) => mrz)
  const isShownPoorly = pages.some(({ authenticity: { reference } = {} }) => {
    return reference?.isTooCoarse || (reference && isPartHidden(reference))
  })
  const isByPicture = isShownPoorly || decision.boundBy?.some(({ rule }) => BY_PICTURE.includes(rule))
  return [
    ...(hasChipApp && hasZone && !session.chip && takesChip(session, settings) ? (['chip'] as const) : []),
    ...(asksWallets && !session.credential && takesWallet(session, settings) ? (['wallet'] as const) : []),
    ...(isByPicture ? (['picture'] as const) : []),
  ]
}
