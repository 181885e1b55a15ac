import { createHash } from 'node:crypto'
import { Malformed, readElement } from '../asn1/element.ts'
import { bits, sequence } from '../asn1/values.ts'
import type { Certificate } from './certificate.ts'

/** The identifier of a certificate's key in hex: as it states it, else SHA-1 of the key's bits (RFC 5280, 4.2.1.2). */
export function keyIdentifierOf({ subjectKey, publicKey }: Certificate): string | undefined {
  if (subjectKey) return subjectKey
  try {
    const [, key] = sequence(readElement(publicKey))
    return createHash('sha1').update(bits(key)).digest('hex')
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}
