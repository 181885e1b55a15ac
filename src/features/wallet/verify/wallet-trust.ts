import { createHash } from 'node:crypto'
import { asArray, asBytes, asMap, type Cbor, MalformedCbor, readCbor, Tagged } from '../../../formats/cbor/cbor.ts'
import { certificatesInMessage, readCose, signatureOfMessageHolds } from '../../../formats/cbor/cose.ts'
import {
  CLOCK_SKEW_MS,
  certificatesInHeader,
  isObject,
  type Json,
  jwsHolds,
  keyOfCertificate,
  readJws,
  Unusable,
} from '../../../formats/jws/jws.ts'
import { readCertificate } from '../../../formats/x509/certificate.ts'
import { collectTrust, isAuthority, type NamedFile } from '../../../formats/x509/collect-trust.ts'
import type { TrustStore } from '../../../formats/x509/trust-store.ts'
import type { TrustedItem } from '../../../kernel/ports/trusted-items.ts'
import { type OpenTrustFiles, openTrustFiles, storedTrust } from '../../../kernel/trust/open-trust-files.ts'
import { useOfCredential } from '../domain/accepted-credentials.ts'
import { CREDENTIAL_USES, type CredentialUse } from '../domain/credential-verdict.ts'
import { findCredentialIssuer, readChain } from './find-issuer.ts'

/**
 * Opens files of trust for wallets: certificates and revocation lists as for chips, and lists of issuers whose
 * signature leads to one of the roots. A root is only trusted for lists and not as an issuer. An issuer is trusted for
 * the uses in the list; a certificate that the operator imported, for the uses that the operator states.
 */
export const openWalletTrustFiles =
  (roots: readonly NamedFile[], now: number, named: readonly CredentialUse[] = CREDENTIAL_USES): OpenTrustFiles =>
  (files, trusted) => {
    const refused: { file: string; reason: string }[] = []
    const issuedAt = new Map<string, number>()
    const dueAt = new Map<string, number>()
    const sizes = new Map<string, number>()
    const listed = new Map<string, Set<CredentialUse>>()
    const opened = files.flatMap(({ name, bytes }) => {
      try {
        const list = openTrustList(bytes, roots, now)
        if (!list) return [{ name, bytes }]
        sizes.set(name, list.entries.length)
        if (list.issuedAt !== undefined) issuedAt.set(name, list.issuedAt)
        if (list.nextUpdate !== undefined) dueAt.set(name, list.nextUpdate)
        for (const { certificate, use } of list.entries) {
          const sha256 = createHash('sha256').update(certificate).digest('hex')
          listed.set(sha256, (listed.get(sha256) ?? new Set()).add(use))
        }
        return [{ name, bytes: pemOf(list.entries.map(({ certificate }) => certificate)) }]
      } catch (error) {
        if (!(error instanceof Unusable)) throw error
        refused.push({ file: name, reason: error.message })
        return []
      }
    })
    const found = openTrustFiles(opened, trusted)
    return {
      items: found.items.map((item) => {
        const at = issuedAt.get(item.origin)
        const due = dueAt.get(item.origin)
        return {
          ...item,
          // The word of a list holds until the next one was due.
          ...(due !== undefined && { endsAt: new Date(Math.min(due, item.endsAt?.getTime() ?? due)) }),
          purpose: 'wallet' as const,
          ...(item.kind !== 'revocation-list' && { uses: [...(listed.get(item.sha256) ?? named)] }),
          ...(at !== undefined && { listedAt: new Date(at) }),
        }
      }),
      refused: [...refused, ...found.refused],
      masterLists: [
        ...found.masterLists,
        ...[...sizes].map(([file, certificates]) => {
          const signedAt = issuedAt.get(file)
          return { file, certificates, ...(signedAt !== undefined && { signedAt }) }
        }),
      ],
    }
  }

const pemOf = (certificates: readonly Uint8Array[]) =>
  Buffer.from(
    certificates
      .map(
        (bytes) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString('base64')}\n-----END CERTIFICATE-----\n`,
      )
      .join(''),
  )

/** The stored certificates for wallets, ready for use. Earlier versions stored self-issued signers as authorities. */
export const walletTrust = (items: readonly TrustedItem[]): TrustStore =>
  storedTrust(
    items.map((item) =>
      item.kind === 'authority' && !isAuthority(readCertificate(item.bytes)) ? { ...item, kind: 'signer' } : item,
    ),
  )

/** What the stored certificates are trusted for, if recorded. */
export const usesOfItems = (items: readonly TrustedItem[]): Map<string, CredentialUse[]> =>
  new Map(items.flatMap(({ sha256, uses }) => (uses ? [[sha256, uses] as const] : [])))

/** A list whose next one was due before now, by the SHA-256 of each certificate that only it vouches for. */
export type OverdueLists = ReadonlyMap<string, { origin: string; due: Date }>

export const overdueLists = (items: readonly TrustedItem[], now: number): OverdueLists =>
  new Map(
    items.flatMap(({ sha256, kind, origin, endsAt, bytes }) => {
      if (kind === 'revocation-list' || endsAt === undefined || +endsAt > now) return []
      // The end is earlier than that of the certificate only because of the list. An expired one is named elsewhere.
      if (readCertificate(bytes).validity.notAfter <= now) return []
      return [[sha256, { origin, due: endsAt }] as const]
    }),
  )

/** The certificates in a list of trusted issuers whose signature leads to a root that the operator gave. */
interface OpenedList {
  entries: { certificate: Uint8Array; use: CredentialUse }[]
  /** Milliseconds since 1970, if the list states it. */
  issuedAt?: number
  /** When the next list is due, if it states it. */
  nextUpdate?: number
}

/** Lists of trusted issuers in JSON, signed (LoTE), or in CBOR, signed (VICAL). Undefined for a file that is neither. */
export function openTrustList(bytes: Uint8Array, roots: readonly NamedFile[], now: number): OpenedList | undefined {
  const kind = kindOf(bytes)
  if (!kind) return undefined
  try {
    const trust = collectTrust(roots).store
    const opened = kind === 'lote' ? openLote(bytes, trust, now) : openVical(bytes, trust, now)
    if (opened.entries.length === 0) throw new Unusable('it has no issuer of credentials that are accepted')
    return opened
  } catch (error) {
    if (error instanceof MalformedCbor) throw new Unusable(error.message)
    throw error
  }
}

/** A signed token begins with a JSON object in Base64url; a COSE signature is a list of four, tagged or not. */
function kindOf(bytes: Uint8Array): 'lote' | 'vical' | undefined {
  if (Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'eyJ') return 'lote'
  return bytes[0] === 0x84 || (bytes[0] === 0xd2 && bytes[1] === 0x84) ? 'vical' : undefined
}

/**
 * Services of a list that issue credentials we accept, or publish their revocation (ETSI TS 119 602, annexes D to I).
 */
const SERVICES = /\/SvcType\/(PID|mDL|PubEAA|QEAA|EAA)\/(Issuance|Revocation)$/i
const USES: Record<string, CredentialUse> = {
  pid: 'identity',
  mdl: 'licence',
  pubeaa: 'attestation',
  qeaa: 'attestation',
  eaa: 'attestation',
}

/** The time of signing, which lists mark as critical (JAdES, ETSI TS 119 182-1, 5.2.1). */
const SIGNED_AT = 'sigT'

function openLote(bytes: Uint8Array, trust: TrustStore, now: number): OpenedList {
  const jws = readJws(Buffer.from(bytes).toString('latin1').trim(), [SIGNED_AT])
  const signedAt = jws.header[SIGNED_AT]
  if (signedAt !== undefined && !((dateOf(signedAt) ?? Infinity) <= now + CLOCK_SKEW_MS))
    throw new Unusable('its time of signing is not a date of the past')
  const chain = readChain(certificatesInHeader(jws.header))
  if (!jwsHolds(jws, keyOfCertificate(chain[0].publicKey))) throw new Unusable('its signature does not hold')
  vouched(chain, trust, now)
  const list = isObject(jws.payload.LoTE) ? jws.payload.LoTE : jws.payload
  const about = isObject(list.ListAndSchemeInformation) ? list.ListAndSchemeInformation : {}
  const nextUpdate = nextUpdateOf(about.NextUpdate, now)
  const issued = dateOf(about.ListIssueDateTime)
  const entries = objectsIn(list, 'TrustedEntitiesList')
    .flatMap((entity) => objectsIn(entity, 'TrustedEntityServices'))
    .flatMap(({ ServiceInformation: service }) => (isObject(service) ? certificatesOfService(service) : []))
  return { entries, ...nextUpdate, ...(issued !== undefined && { issuedAt: issued }) }
}

const useOf = (kind: string) => (Object.hasOwn(USES, kind) ? USES[kind] : undefined)

function certificatesOfService(service: Json): OpenedList['entries'] {
  const { ServiceTypeIdentifier: type, ServiceStatus: status, ServiceDigitalIdentity: identity } = service
  const [, kind = '', task = ''] = (typeof type === 'string' && SERVICES.exec(type)) || []
  const use = /^revocation$/i.test(task) ? 'status' : useOf(kind.toLowerCase())
  if (!use || !isObject(identity)) return []
  if (typeof status === 'string' && !/\/(granted|notified)$/i.test(status)) return []
  return objectsIn(identity, 'X509Certificates').flatMap(({ val }) =>
    typeof val === 'string' ? [{ certificate: Buffer.from(val, 'base64'), use }] : [],
  )
}

const objectsIn = (source: Json, name: string): Json[] => {
  const value = source[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** VICAL (ISO/IEC 18013-5, annex C): a signed collection of authorities for driving licences. */
function openVical(bytes: Uint8Array, trust: TrustStore, now: number): OpenedList {
  const message = readCose(readCbor(bytes), 'the list')
  if (!message.payload) throw new Unusable('nothing was signed')
  const chain = readChain(certificatesInMessage(message))
  if (!signatureOfMessageHolds(message, keyOfCertificate(chain[0].publicKey), message.payload))
    throw new Unusable('its signature does not hold')
  vouched(chain, trust, now)
  const list = asMap(readCbor(message.payload), 'the list')
  const text = (name: string) => {
    const found = list.get(name)
    return found instanceof Tagged ? found.value : found
  }
  const nextUpdate = nextUpdateOf(text('nextUpdate'), now)
  const issued = dateOf(text('date'))
  const entries = asArray(list.get('certificateInfos'), 'the certificates').flatMap((info) => {
    const members = asMap(info, 'a certificate')
    const certificate = asBytes(members.get('certificate'), 'a certificate')
    return usesIn(members.get('docType')).map((use) => ({ certificate, use }))
  })
  return { entries, ...nextUpdate, ...(issued !== undefined && { issuedAt: issued }) }
}

/** The list is for driving licences, but an entry can name other types of documents. */
function usesIn(types: Cbor): CredentialUse[] {
  const named = Array.isArray(types) ? types.filter((type) => typeof type === 'string') : []
  return named.length ? [...new Set(named.map((type) => useOfCredential('mso_mdoc', type)))] : ['licence']
}

function vouched(chain: ReturnType<typeof readChain>, trust: TrustStore, now: number): void {
  const { verdict } = findCredentialIssuer(chain, { now, trust })
  if (verdict !== 'TRUSTED') throw new Unusable('its signer does not lead to a root that was given with --root')
}

/** Refuses a list whose next one was already due when it is imported. */
function nextUpdateOf(next: unknown, now: number): { nextUpdate?: number } {
  const due = dateOf(next)
  if (due !== undefined && due < now) throw new Unusable('the list is out of date, get a newer one')
  return due === undefined ? {} : { nextUpdate: due }
}

function dateOf(value: unknown): number | undefined {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}
