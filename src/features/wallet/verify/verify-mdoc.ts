import { createHash } from 'node:crypto'
import {
  asArray,
  asEmbedded,
  asMap,
  asText,
  asWritten,
  type Cbor,
  type CborMap,
  embedded,
  MalformedCbor,
  readCbor,
  untagged,
  writeCbor,
} from '../../../formats/cbor/cbor.ts'
import {
  algorithmOf,
  certificatesInMessage,
  keyOfCose,
  macOfMessageHolds,
  readCose,
  signatureOfMessageHolds,
} from '../../../formats/cbor/cose.ts'
import { isOfMobileDocuments, Unusable } from '../../../formats/jws/jws.ts'
import { type CredentialResult, LARGEST_PRESENTATION } from '../domain/credential-reading.ts'
import { judgeSigner } from './find-issuer.ts'
import { type Expected, Finding, type Judging } from './presentation.ts'

const HASHES: Record<string, string> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }

/**
 * Judges a presented mdoc (ISO/IEC 18013-5, 9.1.2 and 9.1.3): the issuer's signature and certificate, the digest of
 * every element, validity, and the device's signature or MAC over this request. Invalid input gives a result and never
 * throws.
 */
export function verifyMdoc(deviceResponse: Uint8Array, judging: Judging): CredentialResult {
  const finding = new Finding('mso_mdoc')
  try {
    judge(deviceResponse, judging, finding)
  } catch (error) {
    if (!(error instanceof MalformedCbor || error instanceof Unusable)) throw error
    finding.refuse('UNREADABLE', 'CREDENTIAL_UNREADABLE', error.message)
  }
  return finding.result
}

function judge(deviceResponse: Uint8Array, judging: Judging, finding: Finding): void {
  const { result } = finding
  if (deviceResponse.length > LARGEST_PRESENTATION) throw new Unusable('it is too large')
  const response = asMap(readCbor(deviceResponse), 'the response')
  const members = documentIn(response)
  const issuerSigned = asMap(members.get('issuerSigned'), 'what the issuer signed')
  const issuerAuth = readCose(issuerSigned.get('issuerAuth'), "the issuer's signature")
  const { payload } = issuerAuth
  if (!payload) throw new Unusable('nothing was signed')
  if (!isOfMobileDocuments(algorithmOf(issuerAuth))) throw new Unusable('a signature with RSA, which mdocs do not have')
  const { content } = asEmbedded(readCbor(payload), 'the security object')
  const security = asMap(readCbor(content), 'the security object')
  // What the issuer signed alone has its type only here.
  const type = asText(members.get('docType') ?? security.get('docType'), 'the document type')
  result.type = type

  const validity = asMap(security.get('validityInfo'), 'the validity')
  const [signedAt, from, until] = ['signed', 'validFrom', 'validUntil'].map((name) =>
    momentOf(validity.get(name), name),
  )
  result.signedAt = new Date(signedAt ?? 0).toISOString()
  const certificates = certificatesInMessage(issuerAuth)
  if (certificates.length === 0)
    finding.worsen('UNKNOWN_ISSUER', 'CERTIFICATE_MISSING', 'no certificate of the issuer came with it')
  else
    judgeSigner(
      certificates,
      (key) => signatureOfMessageHolds(issuerAuth, key, payload),
      { ...judging, signedAt, format: 'mso_mdoc', type },
      finding,
    )
  if (security.get('docType') !== type)
    finding.worsen('ALTERED', 'TYPE_WRONG', 'it is presented as a document of another type')
  const elements = openElements(issuerSigned.get('nameSpaces'), security, finding)
  finding.judgeValidity(judging.now, from, until)
  const at = ([space = '', name = '']: readonly string[]) => untagged(elements.get(space)?.get(name))
  const [kind] = finding.readClaims(type, judging.kinds, at)
  const portrait = kind?.portrait && at(kind.portrait)
  if (portrait instanceof Uint8Array) result.portrait = portrait
  finding.judgeCountry()
  const status = security.get('status')
  const [list, identifiers] =
    status instanceof Map ? ['status_list', 'identifier_list'].map((name) => status.get(name)) : []
  finding.readStatus(status, list, identifiers)
  judgeDevice(members.get('deviceSigned'), { type, security, expected: judging.expected }, finding)
}

/** The document of a response, or what its issuer signed alone, as wallets keep it (OpenID4VCI 1.0, A.2.4). */
function documentIn(response: CborMap): CborMap {
  if (response.has('issuerAuth')) return new Map<Cbor, Cbor>([['issuerSigned', response]])
  const documents = response.get('documents')
  const [document, ...others] = documents === undefined ? [] : asArray(documents, 'the documents')
  if (document === undefined || others.length > 0) throw new Unusable('it does not hold one document')
  const members = asMap(document, 'the document')
  asText(members.get('docType'), 'the document type')
  return members
}

type Elements = Map<string, Map<string, Cbor>>

/** The elements that were sent, each compared with the digest that the issuer signed. */
function openElements(nameSpaces: Cbor, security: CborMap, finding: Finding): Elements {
  const algorithm = asText(security.get('digestAlgorithm'), 'the digest')
  const hash = Object.hasOwn(HASHES, algorithm) ? HASHES[algorithm] : undefined
  if (!hash) throw new Unusable('a digest with an unknown algorithm')
  const digests = asMap(security.get('valueDigests'), 'the digests')
  const elements: Elements = new Map()
  for (const [space, items] of nameSpaces === undefined ? [] : asMap(nameSpaces, 'the name spaces')) {
    const signed = digests.get(space)
    const found = new Map<string, Cbor>()
    for (const item of asArray(items, 'the elements')) {
      const { whole, content } = asEmbedded(item, 'an element')
      const element = asMap(readCbor(content), 'an element')
      const name = asText(element.get('elementIdentifier'), 'the name of an element')
      const number = element.get('digestID')
      const digest = signed instanceof Map && typeof number === 'number' ? signed.get(number) : undefined
      if (!(digest instanceof Uint8Array)) {
        finding.worsen('ALTERED', 'DISCLOSURE_NOT_SIGNED', `the issuer did not sign ${shown(name)}`)
        continue
      }
      if (!createHash(hash).update(whole).digest().equals(digest)) {
        finding.worsen('ALTERED', 'DIGEST_WRONG', `${shown(name)} is not what the issuer signed`)
        continue
      }
      if (found.has(name)) finding.worsen('ALTERED', 'DISCLOSURE_TWICE', `${shown(name)} is there twice`)
      found.set(name, element.get('elementValue'))
    }
    elements.set(String(space), found)
  }
  return elements
}

const shown = (name: string) => name.replace(/[^\w.-]/g, '?').slice(0, 60)

/** Verifies the device's signature or MAC over the request: DeviceAuthentication (9.1.3.4). */
function judgeDevice(
  signed: Cbor,
  { type, security, expected }: { type: string; security: CborMap; expected: Expected | undefined },
  finding: Finding,
): void {
  if (!expected || signed === undefined) {
    const text = expected ? 'the device did not sign' : 'no request was given that the device should have answered'
    finding.say('HOLDER_BINDING_MISSING', text)
    return
  }
  const members = asMap(signed, 'what the device signed')
  const { whole, content } = asEmbedded(members.get('nameSpaces'), "the device's name spaces")
  const keyInfo = asMap(security.get('deviceKeyInfo'), 'the device key')
  requireAuthorized(asMap(readCbor(content), "the device's name spaces"), keyInfo.get('keyAuthorizations'))
  const deviceKey = keyOfCose(asMap(keyInfo.get('deviceKey'), 'the device key'))
  const authentication = embedded(
    writeCbor(['DeviceAuthentication', asWritten(expected.transcript), type, asWritten(whole)]),
  )
  const proofs = asMap(members.get('deviceAuth'), "the device's proof")
  const [signature, mac] = [proofs.get('deviceSignature'), proofs.get('deviceMac')]
  const bytes = writeCbor(authentication)
  const holds =
    signature !== undefined
      ? signatureOfMessageHolds(readCose(signature, "the device's signature"), deviceKey, bytes)
      : mac !== undefined && expected.readerKey
        ? macOfMessageHolds(
            readCose(mac, "the device's MAC"),
            { device: deviceKey, reader: expected.readerKey },
            expected.transcript,
            bytes,
          )
        : undefined
  if (holds) finding.binding(true, 'HOLDER_BINDING_HOLDS', 'the device that holds the document answered this request')
  else
    finding.binding(
      false,
      'HOLDER_SIGNATURE_WRONG',
      'the answer is from another device than the one the document was issued to, or to another request',
    )
}

/**
 * The device may state elements itself if the issuer allowed it to (ISO/IEC 18013-5, 9.1.2.4 and 9.1.3.3). They are not
 * the issuer's word and are not read.
 */
function requireAuthorized(stated: CborMap, authorizations: Cbor): void {
  const allowed: CborMap = authorizations === undefined ? new Map() : asMap(authorizations, 'what the device may state')
  const spaces = asArray(allowed.get('nameSpaces') ?? [], 'what the device may state')
  const elements = asMap(allowed.get('dataElements') ?? new Map(), 'what the device may state')
  for (const [space, items] of stated) {
    if (spaces.includes(space)) continue
    const names = asArray(elements.get(space) ?? [], 'what the device may state')
    const other = [...asMap(items, "the device's elements").keys()].find((name) => !names.includes(name))
    if (other !== undefined) throw new Unusable(`the issuer did not allow the device to state ${shown(String(other))}`)
  }
}

/** Dates have tag 1004 or 0 (ISO/IEC 18013-5, 7.2.1); T and Z may be small letters (RFC 3339, 5.6). */
function momentOf(value: Cbor, name: string): number {
  const text = asText(untagged(value), name)
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text)
    ? Date.parse(text.toUpperCase())
    : Number.NaN
  if (Number.isNaN(moment)) throw new Unusable(`${name} is not a date`)
  return moment
}
