import { accept, type Result, refuse } from '../../domain/result.ts'
import type { SignIn } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import { isOver } from './sign-in.ts'

type Needs = Pick<Ports, 'signIns' | 'clock'>

/** Who is signed in and from where, newest first: everybody, or one person in all their browsers. */
export async function listSignIns({ signIns, clock }: Needs, username?: string): Promise<SignIn[]> {
  const all = await signIns.list()
  const now = clock()
  return all.filter((each) => !isOver(each, now) && (username === undefined || each.username === username))
}

/** Ends one sign-in, felt with the next click; `own` to those of one person. */
export async function endSignIn(
  ports: Needs,
  idSha256: string,
  actor: string,
  own?: string,
): Promise<Result<void, 'NOT_FOUND'>> {
  const found = await ports.signIns.find(idSha256)
  if (!found || (own !== undefined && found.username !== own)) return refuse('NOT_FOUND')
  const auditEntry = { at: ports.clock(), tenant: '*', actor, detail: { reviewer: found.username } }
  await ports.signIns.remove(idSha256, { ...auditEntry, action: 'console.sign-in.end' })
  return accept(undefined)
}
