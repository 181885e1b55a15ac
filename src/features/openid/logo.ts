import { createHash } from 'node:crypto'
import type { OpenIdClient } from './domain/client.ts'

interface Logo {
  type: string
  bytes: Buffer
}

/** The picture of a data URL. */
export function readLogo(logo: string): Logo {
  const comma = logo.indexOf(',')
  const type = logo.slice('data:'.length, comma).replace(';base64', '')
  return { type, bytes: Buffer.from(logo.slice(comma + 1), 'base64') }
}

/**
 * Where it is shown from, on the host under which the page was opened. Another logo has another address, so that a
 * browser may keep it.
 */
export function logoUrlOf({ id, logo = '' }: Pick<OpenIdClient, 'id' | 'logo'>): string {
  const version = createHash('sha256').update(logo).digest('hex').slice(0, 16)
  return `/openid/clients/${id}/logo?v=${version}`
}
