import type { Ports } from '../../kernel/ports/ports.ts'
import { keyFor, macOf } from './keys.ts'

/** The subject of a person at a sector: the same value says nothing at another sector. */
export async function subjectAt({ secrets }: Pick<Ports, 'secrets'>, sector: string, subject: string): Promise<string> {
  return macOf(await keyFor(secrets, 'subjects'), sector, subject).toString('base64url')
}

/** What a subject is found by. */
export async function markOf({ secrets }: Pick<Ports, 'secrets'>, sub: string): Promise<string> {
  return macOf(await keyFor(secrets, 'marks'), sub).toString('hex')
}

/** What `subjectAt` can answer: nothing else is looked up. */
export const isSubject = (text: string): boolean => /^[\w-]{43}$/.test(text)
