import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { MacCheck } from '../../../actions/ports/audit.ts'
import { canonicalJson } from '../../../domain/decision/canonical-json.ts'
import type { AuditRow } from '../database/schema.ts'

/** HMAC-SHA-256 over an entry, in hex: only who holds the key can write an entry that carries it. */
export function macOf(key: KeyObject, { id, at, tenant, actor, action, session_id, detail }: Omit<AuditRow, 'mac'>) {
  const text = canonicalJson({ id, at, tenant, actor, action, sessionId: session_id, detail })
  return createHmac('sha256', key).update(`limen audit entry\n${text}`).digest('hex')
}

export function checkMac(key: KeyObject, row: AuditRow): MacCheck {
  if (row.mac === null) return 'ABSENT'
  const [given, right] = [Buffer.from(row.mac), Buffer.from(macOf(key, row))]
  return given.length === right.length && timingSafeEqual(given, right) ? 'VALID' : 'FALSE'
}
