/** Append-only: who did what to which session and when. No person's data. */
export interface Audit {
  record(entry: AuditEntry): Promise<void>
  /** Newest first; `before` is the id of the last entry already seen. */
  list(filter: { tenant?: string; sessionId?: string; before?: string }, limit: number): Promise<RecordedEntry[]>
  /** Newest first, those after `after`. */
  search(filter: AuditFilter, page: { after?: { at: Date; id: string }; limit: number }): Promise<RecordedEntry[]>
}

/** Everything that is ever recorded. */
export const AUDIT_ACTIONS = [
  'session.create',
  'session.complete',
  'session.expire',
  'session.delete',
  'session.retire',
  'session.forget-face',
  'session.erased',
  'read.case',
  'read.image',
  'read.evidence',
  'read.explanation',
  'read.decision',
  'read.document',
  'read.face',
  'read.chip',
  'read.credential',
  'read.images',
  'read.person',
  'sessions.search',
  'review.claim',
  'review.release',
  'review.approve',
  'review.reject',
  'review.escalate',
  'review.new-picture',
  'review.note',
  'review.hit',
  'review.undo',
  'session.new-picture',
  'session.watchlist-hit',
  'console.sign-in',
  'console.sign-in.refused',
  'console.sign-out',
  'console.sign-in.end',
  'tenant.create',
  'tenant.change',
  'policy.use',
  'policy.replay',
  'credential.create',
  'credential.revoke',
  'credential.password',
  'credential.refused',
  'reviewer.create',
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
  'sessions.export',
  'sessions.recount',
  'document.teach',
  'document.publish',
  'document.off',
  'document.on',
  'document.delete',
  'document.export',
  'document.import',
  'trust.import',
  'trust.remove',
  'list.import',
  'list.remove',
  'list.schedule',
  'list.unschedule',
  'blocklist.add',
  'blocklist.remove',
  'signing-key.rotate',
  'master-key.rotate',
  'backup.take',
  'backup.restore',
  'audit.accept',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditEntry {
  at: Date
  /** `*` where it concerns no tenant, or all. */
  tenant: string
  /** `credential:<name>`, `reviewer:<name>`, `token` or `system`. */
  actor: string
  action: AuditAction
  sessionId?: string
  detail?: Record<string, string | number | boolean>
}

/** As it is read again: an earlier version may have called an action otherwise. */
export type RecordedEntry = Omit<AuditEntry, 'action'> & { id: string; action: string }

export interface AuditFilter {
  /** Any of these. */
  actors?: readonly string[]
  /** Any of these. */
  actions?: readonly string[]
  sessionId?: string
  from?: Date
  before?: Date
}
