/** Constants that the console and the service share, without schemas, so that the page stays small. */
export { AUDIT_KINDS, type AuditKind } from '../audit/audit-actions.ts'
export { EFFECTS, type Effect, type FactorRule } from '../decision/rule.ts'
export {
  ASSURANCE_LEVELS,
  CAPTURE_STEPS,
  type CaptureStep,
  CHALLENGE_SETTINGS,
  CHIP_SETTINGS,
  type DeviceClass,
  DOCUMENT_PICTURE_REASONS,
  DOCUMENT_TYPES,
  FOUR_EYES,
  MINORS_ACCEPTED,
  NEW_PICTURE_REASONS,
  PAGE_SIDES,
  RIGHTS,
  type Right,
  SEAL_SETTINGS,
  SECONDS_EDGES,
  STATUSES,
  STEPS,
  STRANGERS,
  VISUAL_FIELDS,
  WALLET_SETTINGS,
  WITHOUT_PORTRAIT,
} from '../vocabulary.ts'
export { PAGE_TEXTS, type PageText } from '../tenants/contract/page-texts.ts'

/** Every request carries it: a page of another origin cannot send it without a CORS preflight, and that is refused. */
export const CONSOLE_HEADER = 'x-limen-console'
/**
 * Its values: sent by a person's action, or by a screen that refreshes itself and so does not keep anybody signed in.
 */
export const ASKED_BY = { person: '1', screen: 'screen' } as const

export const ROLES = ['reviewer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * Why somebody who comes back from the OpenID provider is refused; it is part of an address, so it contains no personal
 * data.
 */
const PROVIDER_REFUSALS = ['failed', 'unavailable', 'no-role', 'disabled'] as const
export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number]
