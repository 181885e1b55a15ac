/** Words that the console and the service share, free of schemas, so that the page stays small. */
export { AUDIT_KINDS, type AuditKind } from '../../domain/audit-actions.ts'
export { EFFECTS, type Effect, type FactorRule } from '../../domain/decision/rule.ts'
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
} from '../../domain/vocabulary.ts'
export { PAGE_TEXTS, type PageText } from '../page-texts.ts'

/** Every request carries it: a page of another origin cannot send it without being asked first (CORS), and is refused then. */
export const CONSOLE_HEADER = 'x-limen-console'
/** Its values: asked by a person, or by a screen that renews itself and so keeps nobody signed in. */
export const ASKED_BY = { person: '1', screen: 'screen' } as const

export const ROLES = ['reviewer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Why somebody who comes back from the OpenID provider is not let in; part of an address, so nothing of a person. */
const PROVIDER_REFUSALS = ['failed', 'unavailable', 'no-role', 'disabled'] as const
export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number]
