import { createHash } from 'node:crypto'
import type { Chips, OpenTrustFiles } from '../actions/ports/chips.ts'
import type { TrustedItem, TrustedItems } from '../actions/ports/trusted-items.ts'
import { isSignedBy, TrustStore } from '../certificates/trust-store.ts'
import { Malformed } from '../domain/chip/asn1/element.ts'
import type { Certificate } from '../domain/chip/certificate.ts'
import type { ChipResult } from '../domain/chip/chip-result.ts'
import { nameText } from '../domain/chip/name.ts'
import type { RevocationList } from '../domain/chip/revocation-list.ts'
import { readSignedFile } from '../domain/chip/signed-data.ts'
import { JobTooLarge, openThread } from '../thread.ts'
import { collectTrust } from './collect-trust.ts'
import { authoritiesOf, type ChipJob } from './verify-stored.ts'

type StoredForChips = Pick<TrustedItems, 'ofCountry' | 'signersOf'>

const inThread = openThread<ChipJob, ChipResult>('src/chip/chip-thread.ts')

/** Verifies chips against what is stored; of it only what a chip's own country has is loaded. */
export function openChips(trustedItems: StoredForChips, verify: typeof inThread = inThread): Chips {
  return {
    async verify(files, { now, challenge }) {
      const items = files.sod ? await itemsFor(trustedItems, files.sod) : []
      try {
        return await verify({ files, items, now: now.getTime(), ...(challenge && { challenge }) })
      } catch (error) {
        if (!(error instanceof JobTooLarge)) throw error
        const reason = { code: 'SIGNED_OBJECT_UNREADABLE', text: `to verify it took ${error.message}` } as const
        return { verdict: 'UNREADABLE', reasons: [reason], activeAuthentication: 'ABSENT' }
      }
    },
  }
}

/** Opens files for the store: certificates of authorities and signers, and revocation lists that an authority signed. */
export const openTrustFiles: OpenTrustFiles = (files, trusted) => {
  const known = authoritiesOf(trusted)
  const { store, refused, masterLists } = collectTrust(files, known)
  const signedAt = new Map(masterLists.map((list) => [list.file, list.signedAt]))
  const authorities = store.authorities.map(({ certificate, origin }) => {
    const listed = signedAt.get(origin)
    return {
      ...certificateItem('authority', certificate, origin),
      ...(listed !== undefined && { listedAt: new Date(listed) }),
    }
  })
  const all = new TrustStore([...known, ...store.authorities])
  const isVouched = (list: RevocationList) =>
    all.candidatesFor(list).some(({ certificate }) => isSignedBy(list, certificate))
  const lists = store.revocationLists.filter(isVouched)
  const origin = files.map(({ name }) => name).join(', ')
  const unvouched = store.revocationLists
    .filter((list) => !lists.includes(list))
    .map((list) => ({
      file: origin,
      reason: `no trusted authority signed the revocation list of ${nameText(list.issuer)}`,
    }))
  return {
    items: [
      ...authorities,
      ...store.signers.map((certificate) => certificateItem('signer', certificate, origin)),
      ...lists.map((list) => listItem(list, origin)),
    ],
    refused: [...refused, ...unvouched],
    masterLists,
  }
}

async function itemsFor(trustedItems: StoredForChips, sod: Uint8Array): Promise<TrustedItem[]> {
  const about = signerIn(sod)
  if (!about) return []
  const items = await trustedItems.ofCountry(about.country)
  const signers = about.isMissing ? await trustedItems.signersOf(about.identifier) : []
  return [...items.filter(({ kind }) => kind !== 'signer'), ...signers]
}

/** Who signed, as far as is needed to look for it; the verdict on what cannot be read is not given here. */
function signerIn(
  sod: Uint8Array,
): { country: string | undefined; identifier: string; isMissing: boolean } | undefined {
  try {
    const { signer: info, certificates } = readSignedFile(sod)
    const { signer } = info
    const issuer = certificates[0]?.issuer ?? ('issuer' in signer ? signer.issuer : undefined)
    return {
      country: issuer?.country,
      identifier: 'subjectKey' in signer ? signer.subjectKey : signer.serial,
      isMissing: certificates.length === 0,
    }
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

function certificateItem(kind: 'authority' | 'signer', certificate: Certificate, origin: string) {
  const { whole, subject, issuer, serial, subjectKey, validity } = certificate
  return {
    ...itemOf(kind, whole, origin),
    country: subject.country ?? issuer.country ?? '',
    name: nameText(subject),
    serial,
    endsAt: new Date(validity.notAfter),
    ...(subjectKey && { subjectKey }),
  }
}

const listItem = ({ whole, issuer, issued, next }: RevocationList, origin: string) => ({
  ...itemOf('revocation-list', whole, origin),
  country: issuer.country ?? '',
  name: nameText(issuer),
  serial: '',
  endsAt: new Date(next ?? issued),
})

const itemOf = <Kind extends TrustedItem['kind']>(kind: Kind, whole: Uint8Array, origin: string) => ({
  purpose: 'chip' as const,
  sha256: createHash('sha256').update(whole).digest('hex'),
  kind,
  origin,
  bytes: whole,
})
