import type { AuditEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'

/** Signs access tokens with a new key from now on; tokens already out stay valid. Answers its id. */
export async function rotateSigningKey(
  { signingKeys, clock }: Pick<Ports, 'signingKeys' | 'clock'>,
  actor: string,
): Promise<string> {
  const at = clock()
  const entry = { at, tenant: '*', actor, action: 'signing-key.rotate' } as const
  return (await signingKeys.rotate(at, (kid) => ({ ...entry, detail: { kid } }))).kid
}

/**
 * Wraps every stored key again; answers how many. It takes many writes, and a file: that it begins is recorded before the
 * first of them, so that one which is cut short is known too.
 */
export async function rotateMasterKey(
  { masterKey, audit, clock }: Pick<Ports, 'masterKey' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  const record = (detail: NonNullable<AuditEntry['detail']>) =>
    audit.record({ at: clock(), tenant: '*', actor, action: 'master-key.rotate', detail })
  await record({ begins: true })
  const wrapped = await masterKey.rotate()
  await record({ wrapped })
  return wrapped
}
