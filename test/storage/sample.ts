import { randomUUID } from 'node:crypto'
import type { AuditAction } from '../../src/kernel/audit/audit-actions.ts'
import type { AuditEntry } from '../../src/kernel/ports/audit.ts'
import type { Session } from '../../src/kernel/session/session.ts'
import type { PageReading } from '../../src/vision/document/page-reading.ts'

/** A session as `initialize` makes it. */
export function freshSession(changes: Partial<Session> = {}): Session {
  const createdAt = changes.createdAt ?? new Date()
  return {
    id: randomUUID(),
    tenant: 'acme',
    mode: 'test',
    status: 'PENDING',
    version: 1,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000),
    request: {},
    images: {},
    ...changes,
  }
}

/** A page with words that can be searched for. */
export function page(surname: string): PageReading {
  return {
    side: 'FRONT',
    twoSided: false,
    country: 'UTO',
    type: 'PASSPORT',
    documentName: 'Utopia - Passport (2020)',
    visual: [{ name: 'surname', value: surname, confidence: 99, pageSide: 'FRONT' }],
    features: { mrz: true, barcode: false },
    hints: [],
    models: [],
  }
}

/** An entry of the audit log. */
export const auditEntry = (action: AuditAction, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: new Date(),
  tenant: 'acme',
  actor: 'system',
  action,
  ...more,
})
