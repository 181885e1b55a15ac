import { UnreadableSeal } from '../../../../src/features/seal/formats/parsed-seal.ts'
import { readSeal } from '../../../../src/features/seal/formats/read-seal.ts'
import type { SealKind } from '../../../../src/features/seal/seal-reading.ts'
import { certify } from '../chip/certify.ts'
import { signSeal } from './draw-sealed.ts'
import { makeSealAuthority, RSA, type SealAuthority, type SealPerson, signClaim169, WAY } from './sign-seal.ts'

/** The tools of a forger. */
interface SealForger {
  authority: SealAuthority
  /** Signers of the authority that had expired before anything was signed. */
  expired: SealAuthority
  /** An untrusted authority. */
  own: SealAuthority
  /** The forger's keys under the names of the trusted authority's certificates. */
  pretended: SealAuthority
}

export function makeSealForger(authority: SealAuthority): SealForger {
  const own = makeSealAuthority()
  const { authority: by } = authority
  const over = { by, from: '2020-01-01', until: '2021-01-01' }
  return {
    authority,
    own,
    expired: {
      ...authority,
      signer: certify('TS', { ...over, way: WAY, serial: 99 }),
      rsa: certify('UIDAI of specimens', { ...over, way: RSA, country: 'IN', serial: 98 }),
      french: certify('FR000007', { ...over, way: WAY, country: 'FR', serial: 97 }),
    },
    pretended: {
      ...authority,
      signer: { ...authority.signer, key: own.signer.key },
      rsa: { ...authority.rsa, key: own.rsa.key },
      french: { ...authority.french, key: own.french.key },
      token: { ...authority.token, privateKey: own.token.privateKey },
    },
  }
}

interface Forged extends SealForger {
  kind: SealKind
  /** The holder of the document that it is put on. */
  person: SealPerson
  /** Another person, who has a genuine seal. */
  other: SealPerson
}

/** The code on a document instead of its own seal. */
export const SEAL_FORGERIES: Record<string, (forged: Forged) => Uint8Array> = {
  'copied from another document': ({ kind, other, authority }) => signSeal(kind, other, authority),
  'a value altered': ({ kind, person, authority }) => altered(signSeal(kind, person, authority)),
  'signed with an own key': ({ kind, person, own }) => signSeal(kind, person, own),
  'signed with an own key in the name of a trusted signer': ({ kind, person, pretended }) =>
    signSeal(kind, person, pretended),
  'signer expired': ({ kind, person, expired }) =>
    kind === 'CLAIM_169' ? signClaim169(person, expired, '2020-01-01') : signSeal(kind, person, expired),
}

/** One byte changed so that the seal can still be read with another content; any change if that is impossible. */
function altered(code: Uint8Array): Uint8Array {
  const said = JSON.stringify(readSeal(code).fields)
  for (let at = 24; at < code.length; at += 1) {
    const changed = Uint8Array.from(code).with(at, (code[at] ?? 0) ^ 1)
    try {
      if (JSON.stringify(readSeal(changed).fields) !== said) return changed
    } catch (error) {
      if (!(error instanceof UnreadableSeal)) throw error
    }
  }
  return Uint8Array.from(code).with(30, (code[30] ?? 0) ^ 1)
}
