import { Malformed, withoutPadding } from '../../../formats/asn1/element.ts'
import { type Certificate, nameText } from '../../../formats/x509/certificate.ts'
import { type Hash, hashOf } from '../../../formats/x509/public-key.ts'
import {
  certificatesOf,
  isDigest,
  readSignedFile,
  type SignedBy,
  type SignedData,
  type SignerInfo,
  verifySignedData,
} from '../../../formats/x509/signed-data.ts'
import { shownAuthority, signsLists, summaryOf, type TrustStore } from '../../../formats/x509/trust-store.ts'
import { isContradicted, validatePath } from '../../../formats/x509/validate-path.ts'
import { UnknownAlgorithm } from '../../../formats/x509/verify-signature.ts'
import type { PassiveResult } from '../chip-reading.ts'
import { readSecurityObject, type SecurityObject } from '../domain/data-groups.ts'
import type { ChipReason, GroupState } from '../verdict.ts'

/** The identifier of LDSSecurityObject (ICAO 9303-10), and those that early passports use instead. */
const SECURITY_OBJECTS = ['2.23.136.1.1.1', '1.3.27.1.1.1', '1.2.528.1.1006.1.20.1', '1.2.840.113549.1.7.1']

/**
 * Judges EF.SOD and the data groups (ICAO 9303-11, passive authentication). `at` replaces the time of signing; `expiry`
 * is the expiry date of the document, if DG1 was sent.
 */
export function authenticatePassively(
  sod: Uint8Array,
  groups: ReadonlyMap<number, Uint8Array>,
  trust: TrustStore,
  moments: Moments,
): PassiveResult {
  try {
    const message = readSignedFile(sod)
    if (!SECURITY_OBJECTS.includes(message.contentType)) throw new Malformed('a signed message of another type')
    return judge(message, groups, trust, moments)
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    const code = error instanceof UnknownAlgorithm ? 'ALGORITHM_UNKNOWN' : 'SIGNED_OBJECT_UNREADABLE'
    const reasons: ChipReason[] = [{ code, text: `EF.SOD cannot be read: ${error.message}` }]
    return { verdict: 'UNREADABLE', reasons, dataGroups: {}, signedGroups: [] }
  }
}

interface Moments {
  at?: number
  now: number
  expiry?: string
}

function judge(
  message: SignedData,
  groups: ReadonlyMap<number, Uint8Array>,
  trust: TrustStore,
  { at, now, expiry }: Moments,
): PassiveResult {
  const { signer: info } = message
  const signed = findSigner(message, trust)
  const { signer } = signed
  const about = { ...countryOf(info, signer), ...(signer && { signer: summaryOf(signer) }), ...signedAtOf(info) }
  if (signed.kind === 'wrong')
    return { verdict: 'ALTERED', reasons: [signed.reason], ...comparedIfReadable(message, groups), ...about }

  const object = readSecurityObject(message.content)
  const compared = compareGroups(object, groups)
  const changed = changedGroups(compared.dataGroups)
  if (signed.kind === 'missing') {
    const verdict = changed.length > 0 ? 'ALTERED' : 'UNKNOWN_ISSUER'
    return { verdict, reasons: [...changed, signed.reason], ...compared, ...about }
  }

  const notes = notesOn(signed.signer, object, signed.hash, signed.signingTime)
  if (changed.length > 0) return { verdict: 'ALTERED', reasons: [...changed, ...notes], ...compared, ...about }
  if (signsLists(signed.signer)) {
    const text = 'the signer was certified for signing lists, not documents'
    const reasons: ChipReason[] = [{ code: 'SIGNER_FOR_ANOTHER_PURPOSE', text }, ...notes]
    return { verdict: 'UNKNOWN_ISSUER', reasons, ...compared, ...about }
  }
  const moment = at ?? statedTime(signed) ?? unstatedTime(signed.signer, now, expiry)
  const issuer = validatePath(signed.signer, message.certificates, [moment], trust)
  const { authority } = issuer
  const shown = authority && { authority: shownAuthority(authority) }
  if (issuer.kind === 'trusted') {
    const text = `${nameText(issuer.authority.certificate.subject)} certified the signer`
    return {
      verdict: 'TRUSTED',
      reasons: [...notes, { code: 'ISSUER_TRUSTED', text }],
      ...compared,
      ...about,
      ...shown,
    }
  }
  const verdict = issuer.kind === 'altered' ? 'ALTERED' : 'UNKNOWN_ISSUER'
  return { verdict, reasons: [...issuer.faults, ...notes], ...compared, ...about, ...shown }
}

type Signer =
  | { kind: 'signed'; signer: Certificate; hash: Hash; signingTime?: number }
  | { kind: 'wrong'; signer?: Certificate; reason: ChipReason }
  | { kind: 'missing'; signer?: undefined; reason: ChipReason }

/** The certificate whose key verifies the signature of EF.SOD. It comes from EF.SOD itself or from the operator. */
function findSigner(message: SignedData, trust: TrustStore): Signer {
  const { signer: info } = message
  const inside = certificatesOf(info, message.certificates)
  const candidates = inside.length > 0 ? inside : certificatesOf(info, trust.signers)
  const [first] = candidates
  if (!first) {
    const text = 'the certificate of the signer is neither in EF.SOD nor imported'
    return { kind: message.certificates.length > 0 ? 'wrong' : 'missing', reason: { code: 'SIGNER_NOT_FOUND', text } }
  }
  let code: keyof typeof WRONG = 'SIGNATURE_WRONG'
  for (const signer of candidates) {
    const result = verifyOrBlame(message, signer, trust)
    if (result.holds) return { kind: 'signed', signer, ...result }
    code = result.wrong
  }
  return { kind: 'wrong', signer: first, reason: { code, text: WRONG[code] } }
}

const WRONG = {
  CONTENT_TYPE_WRONG: 'the signed content type is not that of the content',
  DIGEST_WRONG: 'the list of hashes is not the one that was signed',
  SIGNATURE_WRONG: 'the signature of EF.SOD does not hold',
  SIGNER_CERTIFICATE_WRONG: 'the signature of the authority does not hold over the certificate of the signer',
}

/**
 * Verifies the signature. If the key cannot be read, the fault may be the certificate: it is blamed if the signature of
 * the authority that it names does not hold.
 */
function verifyOrBlame(
  message: SignedData,
  signer: Certificate,
  trust: TrustStore,
): SignedBy | { holds: false; wrong: 'SIGNER_CERTIFICATE_WRONG' } {
  try {
    return verifySignedData(message, signer)
  } catch (error) {
    if (!(error instanceof Malformed) || !isContradicted(signer, trust)) throw error
    return { holds: false, wrong: 'SIGNER_CERTIFICATE_WRONG' }
  }
}

const DAY_MS = 86_400_000

/** The stated time of signing. Clocks in another time zone put it up to a day outside the signer's validity. */
function statedTime({ signer: { validity }, signingTime }: Signer & { kind: 'signed' }): number | undefined {
  if (signingTime === undefined) return undefined
  const nearest = Math.min(Math.max(signingTime, validity.notBefore), validity.notAfter)
  return Math.abs(nearest - signingTime) <= DAY_MS ? nearest : signingTime
}

/**
 * The assumed time of signing if none is stated: now, or the end of the signer's validity if that is earlier. A signer
 * outlives the documents it signs (ICAO 9303-12), so a document that claims to be valid for longer was not signed under
 * that rule and is judged now.
 */
function unstatedTime({ validity }: Certificate, now: number, expiry: string | undefined): number {
  const beyond = expiry !== undefined && Date.parse(`${expiry}T00:00:00Z`) > validity.notAfter
  return beyond ? now : Math.min(now, validity.notAfter)
}

type Compared = Pick<PassiveResult, 'dataGroups' | 'signedGroups'>

function compareGroups({ digest, hashes }: SecurityObject, groups: ReadonlyMap<number, Uint8Array>): Compared {
  const hash = hashOf(digest)
  if (!hash) throw new UnknownAlgorithm(`digest algorithm ${digest.oid}`)
  const states = [...groups].map(([number, bytes]): [number, GroupState] => {
    const signed = hashes.get(number)
    if (!signed) return [number, 'NOT_SIGNED']
    const isSame = isDigest(signed, bytes, hash) || isDigest(signed, withoutPadding(bytes), hash)
    return [number, isSame ? 'SAME' : 'OTHER']
  })
  return {
    dataGroups: Object.fromEntries(states),
    signedGroups: [...hashes.keys()].sort((one, other) => one - other),
  }
}

/**
 * Data groups are compared even if the signature does not hold, as far as they can be read: it shows a reviewer what
 * was changed.
 */
function comparedIfReadable({ content }: SignedData, groups: ReadonlyMap<number, Uint8Array>): Compared {
  try {
    return compareGroups(readSecurityObject(content), groups)
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return { dataGroups: {}, signedGroups: [] }
  }
}

function changedGroups(groups: Readonly<Record<string, GroupState>>): ChipReason[] {
  return Object.entries(groups).flatMap(([number, state]): ChipReason[] => {
    if (state === 'OTHER') return [{ code: 'DATA_GROUP_CHANGED', text: `DG${number} is not what was signed` }]
    if (state === 'NOT_SIGNED')
      return [{ code: 'DATA_GROUP_NOT_SIGNED', text: `DG${number} was sent but is not signed` }]
    return []
  })
}

/** Notes for a reader about a signature that holds. */
function notesOn(signer: Certificate, { digest }: SecurityObject, hash: Hash, signingTime?: number): ChipReason[] {
  const notes: ChipReason[] = [{ code: 'SIGNATURE_HOLDS', text: 'the signature of EF.SOD holds' }]
  if (hash === 'sha1' || hashOf(digest) === 'sha1')
    notes.push({ code: 'SHA1', text: 'it uses SHA-1, which some valid passports still have' })
  return [...notes, ...keyUseNotes(signer, signingTime)]
}

/** The key usage period is the state's own rule. A signature outside it is noted, not refused. */
function keyUseNotes({ keyUse }: Certificate, signingTime: number | undefined): ChipReason[] {
  if (!keyUse || signingTime === undefined) return []
  const outside = signingTime < (keyUse.notBefore ?? -Infinity) || signingTime > (keyUse.notAfter ?? Infinity)
  return outside ? [{ code: 'SIGNED_OUTSIDE_KEY_USE', text: 'signed outside the period of the signing key' }] : []
}

function countryOf({ signer: who }: SignerInfo, signer?: Certificate): { country?: string } {
  const named = 'issuer' in who ? who.issuer.country : undefined
  const country = signer?.issuer.country ?? signer?.subject.country ?? named
  return country ? { country } : {}
}

const signedAtOf = ({ attributes }: SignerInfo) =>
  attributes?.signingTime === undefined ? {} : { signedAt: new Date(attributes.signingTime).toISOString() }
