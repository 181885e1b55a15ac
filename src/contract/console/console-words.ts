/** Words that the console and the service share, free of schemas, so that the page stays small. */
export {
  CAPTURE_STEPS,
  type CaptureStep,
  CHALLENGE_SETTINGS,
  type DeviceClass,
  DOCUMENT_PICTURE_REASONS,
  DOCUMENT_TYPES,
  FOUR_EYES,
  MINORS_ACCEPTED,
  NEW_PICTURE_REASONS,
  PAGE_SIDES,
  RIGHTS,
  type Right,
  SECONDS_EDGES,
  STATUSES,
  STEPS,
  STRANGERS,
  VISUAL_FIELDS,
} from '../../domain/vocabulary.ts'
export { PAGE_TEXTS, type PageText } from '../page-texts.ts'

/** What a level of a factor does to the decision; test/console/policy-form.test.ts compares it with the domain's list. */
export const EFFECTS = ['reject', 'refer', 'ignore'] as const
export type Effect = (typeof EFFECTS)[number]

/** Every request carries it: a page of another origin cannot send it without being asked first (CORS), and is refused then. */
export const CONSOLE_HEADER = 'x-limen-console'
/** Its values: asked by a person, or by a screen that renews itself and so keeps nobody signed in. */
export const ASKED_BY = { person: '1', screen: 'screen' } as const

export const ROLES = ['reviewer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Why somebody who comes back from the OpenID provider is not let in; part of an address, so nothing of a person. */
const PROVIDER_REFUSALS = ['failed', 'unavailable', 'no-role', 'disabled'] as const
export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number]

/** Every action of the audit log, by what somebody who reads it looks for. */
export const AUDIT_KINDS = {
  looks: [
    'read.case',
    'read.image',
    'read.evidence',
    'read.person',
    'read.explanation',
    'read.decision',
    'read.document',
    'read.face',
    'read.images',
    'read.chip',
    'read.credential',
    'sessions.search',
    'sessions.export',
  ],
  verdicts: [
    'review.claim',
    'review.release',
    'review.approve',
    'review.reject',
    'review.escalate',
    'review.new-picture',
    'review.note',
    'review.hit',
    'review.undo',
  ],
  'sign-ins': [
    'console.sign-in',
    'console.sign-in.refused',
    'credential.refused',
    'console.sign-out',
    'console.sign-in.end',
  ],
  settings: [
    'tenant.create',
    'tenant.change',
    'policy.use',
    'policy.replay',
    'credential.create',
    'credential.revoke',
    'credential.password',
    'reviewer.create',
    'reviewer.role',
    'reviewer.role.reviewer',
    'reviewer.role.admin',
    'reviewer.tenants',
    'reviewer.disable',
    'reviewer.enable',
    'reviewer.password',
    'reviewer.second-factor.on',
    'reviewer.second-factor.off',
    'webhook.replay',
    'webhook.test',
    'webhook.secret.show',
    'webhook.secret.rotate',
    'sessions.index',
    'sessions.recount',
    'signing-key.rotate',
    'master-key.rotate',
    'backup.take',
    'backup.restore',
    'audit.accept',
    'trust.import',
    'trust.remove',
    'list.import',
    'list.remove',
    'list.schedule',
    'list.unschedule',
    'blocklist.add',
    'blocklist.remove',
  ],
  documents: [
    'document.teach',
    'document.publish',
    'document.off',
    'document.on',
    'document.delete',
    'document.export',
    'document.import',
  ],
  deletions: ['session.delete', 'session.retire', 'session.erased', 'session.forget-face'],
  sessions: ['session.create', 'session.complete', 'session.new-picture', 'session.watchlist-hit', 'session.expire'],
} as const
export type AuditKind = keyof typeof AUDIT_KINDS
