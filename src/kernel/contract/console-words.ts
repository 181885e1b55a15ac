/** Constants that the console and the service share, without schemas, so that the page stays small. */

export { DOCUMENT_TYPES, PAGE_SIDES, VISUAL_FIELDS } from '../../formats/document-words.ts'
export { RIGHTS, type Right } from '../accounts/credential-rights.ts'
export { AUDIT_KINDS, type AuditKind } from '../audit/audit-actions.ts'
export { ASSURANCE_LEVELS } from '../decision/levels.ts'
export { EFFECTS, type Effect, type FactorRule } from '../decision/rule.ts'
export { CAPTURE_STEPS, type CaptureStep, type DeviceClass, SECONDS_EDGES } from '../figures/counted-words.ts'
export { DOCUMENT_PICTURE_REASONS, NEW_PICTURE_REASONS } from '../review/review-words.ts'
export { STATUSES, STEPS } from '../session/session-words.ts'
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
