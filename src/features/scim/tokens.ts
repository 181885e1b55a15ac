import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { commonEntry } from '../../kernel/audit/audit-entries.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { ScimToken } from './ports.ts'

type Needs = Pick<Ports, 'scim' | 'clock'>

/** Makes a token for a directory. The caller sees it once; a hash is stored, which is enough for 256 random bits. */
export async function createToken(ports: Needs, name: string, actor: string): Promise<{ id: string; token: string }> {
  const id = `scim-${randomBytes(6).toString('base64url')}`
  const token = randomBytes(32).toString('base64url')
  const entry = commonEntry(ports, actor, 'scim.token.create', { token: id, name })
  await ports.scim.createToken({ id, name, tokenSha256: hashToken(token), createdAt: ports.clock() }, entry)
  return { id, token }
}

export async function revokeToken(ports: Needs, id: string, actor: string): Promise<Result<undefined, 'NOT_FOUND'>> {
  const entry = commonEntry(ports, actor, 'scim.token.revoke', { token: id })
  return (await ports.scim.revokeToken(id, ports.clock(), entry)) ? accept(undefined) : refuse('NOT_FOUND')
}

/** Whose token a request brings (RFC 6750). */
export async function findToken({ scim }: Needs, authorization: string | undefined): Promise<ScimToken | undefined> {
  const [, token] = /^Bearer ([\w-]{43})$/i.exec(authorization ?? '') ?? []
  return token === undefined ? undefined : scim.findToken(hashToken(token))
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
