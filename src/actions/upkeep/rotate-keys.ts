import type { Ports } from '../ports/ports.ts'

/** Signs access tokens with a new key from now on; tokens already out stay valid. Answers its id. */
export async function rotateSigningKey(
  { signingKeys, audit, clock }: Pick<Ports, 'signingKeys' | 'audit' | 'clock'>,
  actor: string,
): Promise<string> {
  const at = clock()
  const { kid } = await signingKeys.rotate(at)
  await audit.record({ at, tenant: '*', actor, action: 'signing-key.rotate', detail: { kid } })
  return kid
}

/** Wraps every stored key anew; answers how many. */
export async function rotateMasterKey(
  { masterKey, audit, clock }: Pick<Ports, 'masterKey' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  const wrapped = await masterKey.rotate()
  await audit.record({ at: clock(), tenant: '*', actor, action: 'master-key.rotate', detail: { wrapped } })
  return wrapped
}
