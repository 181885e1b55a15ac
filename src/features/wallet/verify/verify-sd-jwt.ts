import { DisclosureFault, digestOf, disclose } from '../../../formats/jws/disclosures.ts'
import { compactSdJwt } from '../../../formats/jws/json-serialization.ts'
import {
  CLOCK_SKEW_MS,
  certificatesInHeader,
  isObject,
  isOfType,
  type Json,
  type Jws,
  jsonOf,
  jwsHolds,
  type KnownIssuer,
  keyOfJwk,
  knownKey,
  readJws,
  Unusable,
} from '../../../formats/jws/jws.ts'
import { type CredentialResult, LARGEST_PRESENTATION } from '../domain/credential-reading.ts'
import { judgeSigner } from './find-issuer.ts'
import { type Expected, Finding, type Judging } from './presentation.ts'

/**
 * Judges a presented SD-JWT VC (RFC 9901, draft-ietf-oauth-sd-jwt-vc): the issuer's signature and certificate, every
 * disclosure, validity, and the holder's own signature over this request. Invalid input gives a result and never
 * throws.
 */
export function verifySdJwt(presentation: string, judging: Judging): CredentialResult {
  const finding = new Finding('dc+sd-jwt')
  try {
    judge(presentation, judging, finding)
  } catch (error) {
    if (error instanceof DisclosureFault) finding.refuse('ALTERED', error.code, error.message)
    else if (error instanceof Unusable) finding.refuse('UNREADABLE', 'CREDENTIAL_UNREADABLE', error.message)
    else throw error
  }
  return finding.result
}

function judge(
  given: string,
  { now, trust, usesOf, expected, known, kinds, overdue }: Judging,
  finding: Finding,
): void {
  const { result } = finding
  if (given.length > LARGEST_PRESENTATION) throw new Unusable('it is too large')
  const presentation = given.startsWith('{') ? compactSdJwt(jsonOf(Buffer.from(given))) : given
  const parts = presentation.split('~')
  const [token = '', ...disclosures] = parts
  if (parts.length < 2) throw new Unusable('it is not an SD-JWT')
  const binding = disclosures.pop() ?? ''
  const credential = readJws(token)
  // `vc+sd-jwt` is the earlier name of the type, still in use (SD-JWT VC, 2.2.1).
  if (!isOfType(credential.header.typ, 'dc+sd-jwt', 'vc+sd-jwt')) throw new Unusable('it is not of the type dc+sd-jwt')
  if (typeof credential.payload.vct !== 'string') throw new Unusable('it names no type')
  result.type = credential.payload.vct

  const signedAt = dateOf(credential.payload, 'iat')
  if (signedAt !== undefined) result.signedAt = new Date(signedAt).toISOString()
  judgeIssuer(credential, result.type, { now, trust, usesOf, known, kinds, overdue, signedAt }, finding)
  const opened = disclose(credential.payload, disclosures, ALWAYS_OPEN)
  finding.judgeValidity(now, dateOf(opened, 'nbf'), dateOf(opened, 'exp'))
  const [accepted] = finding.readClaims(result.type, kinds, (path) => atPath(opened, path))
  const picture = accepted?.portrait && claimPicture(atPath(opened, accepted.portrait))
  if (picture) result.portrait = picture
  finding.judgeCountry()
  finding.readStatus(opened.status, isObject(opened.status) ? opened.status.status_list : undefined)
  const signedPart = presentation.slice(0, presentation.length - binding.length)
  judgeBinding(binding, digestOf(credential.payload, signedPart), credential.payload, { expected, now }, finding)
}

/** Claims that must not be hidden: the issuer, the validity, the holder's key (SD-JWT VC, 2.2.2.2). */
const ALWAYS_OPEN = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'status', 'vct#integrity']

function judgeIssuer(
  credential: Jws,
  type: string,
  {
    known,
    ...asked
  }: Pick<Judging, 'now' | 'trust' | 'usesOf' | 'known' | 'kinds' | 'overdue'> & { signedAt: number | undefined },
  finding: Finding,
): void {
  const certificates = certificatesInHeader(credential.header)
  if (certificates.length > 0)
    judgeSigner(certificates, (key) => jwsHolds(credential, key), { ...asked, format: 'dc+sd-jwt', type }, finding)
  else if (known) judgeKnownIssuer(credential, known, finding)
  else finding.worsen('UNKNOWN_ISSUER', 'CERTIFICATE_MISSING', 'no certificate of the issuer came with it')
}

/** Judges an issuer that is trusted by its address: the token names the issuer and one of its keys. */
function judgeKnownIssuer(credential: Jws, known: KnownIssuer, finding: Finding): void {
  const { issuer } = known
  const key = knownKey(known, credential.header)
  if (credential.payload.iss !== issuer || !key) {
    finding.worsen('UNKNOWN_ISSUER', 'ISSUER_UNKNOWN', 'it was not signed with a key of an issuer that is trusted')
    return
  }
  if (finding.judgeSignature(jwsHolds(credential, key))) finding.say('ISSUER_TRUSTED', `${issuer} is trusted`)
}

/** The holder signs the nonce, the audience and the hash of the presentation (RFC 9901, 4.3). */
function judgeBinding(
  binding: string,
  hash: string,
  { cnf }: Json,
  { expected, now }: { expected: Expected | undefined; now: number },
  finding: Finding,
): void {
  if (!binding) {
    finding.say('HOLDER_BINDING_MISSING', 'the holder did not sign')
    return
  }
  const jwk = isObject(cnf) ? cnf.jwk : undefined
  if (jwk === undefined) {
    const text = cnf === undefined ? 'is not bound to a key' : 'does not hold the key that it is bound to (cnf.jwk)'
    finding.binding(false, 'HOLDER_BINDING_MISSING', `the credential ${text}`)
    return
  }
  const proof = readJws(binding)
  const { nonce, aud, iat, sd_hash: presented } = proof.payload
  const madeAt = seconds(iat)
  const [from, until] = [dateOf(proof.payload, 'nbf'), dateOf(proof.payload, 'exp')]
  if (!isOfType(proof.header.typ, 'kb+jwt') || !jwsHolds(proof, keyOfJwk(jwk, proof.header.alg)))
    finding.binding(
      false,
      'HOLDER_SIGNATURE_WRONG',
      'the signature is not from the key that the credential was issued to',
    )
  else if (presented !== hash) finding.binding(false, 'PRESENTATION_CHANGED', 'the holder signed another presentation')
  else if (!expected) finding.say('HOLDER_BINDING_MISSING', 'no request was given that the holder should have answered')
  else if (nonce !== expected.nonce) finding.binding(false, 'NONCE_WRONG', 'the holder answered another request')
  else if (aud !== expected.audience) finding.binding(false, 'AUDIENCE_WRONG', 'the holder answered another party')
  else if (madeAt === undefined || madeAt < expected.requestedAt - CLOCK_SKEW_MS || madeAt > now + CLOCK_SKEW_MS)
    finding.binding(
      false,
      'PRESENTED_AT_ANOTHER_TIME',
      `the holder signed at ${momentText(madeAt)}, which is not within ${CLOCK_SKEW_MS / 60_000} minutes of ${momentText(expected.requestedAt)}`,
    )
  else if ((from !== undefined && from > now + CLOCK_SKEW_MS) || (until !== undefined && until <= now - CLOCK_SKEW_MS))
    finding.binding(false, 'PRESENTED_AT_ANOTHER_TIME', 'the holder signed for another time')
  else finding.binding(true, 'HOLDER_BINDING_HOLDS', 'the holder of the credential answered this request')
}

function atPath(opened: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    opened,
  )
}

/** A portrait as a data URL, as in the PID Rulebook. */
function claimPicture(value: unknown): Uint8Array | undefined {
  const [, body] =
    typeof value === 'string' ? (/^data:image\/(?:jpeg|jp2|jpx);base64,([A-Za-z0-9+/=_-]+)$/.exec(value) ?? []) : []
  return body ? Buffer.from(body, 'base64') : undefined
}

const momentText = (moment: number | undefined): string =>
  moment === undefined ? 'an unknown time' : new Date(moment).toISOString()

/** A date of the issuer: one that cannot be read would otherwise leave the credential valid for ever. */
function dateOf(claims: Json, name: string): number | undefined {
  const moment = seconds(claims[name])
  if (moment === undefined && claims[name] !== undefined) throw new Unusable(`${name} is not a date`)
  return moment
}

/** A NumericDate as milliseconds; undefined for anything else (RFC 7519, 2). */
function seconds(value: unknown): number | undefined {
  const moment = typeof value === 'number' ? value * 1000 : Number.NaN
  return Math.abs(moment) <= LAST_MOMENT ? moment : undefined
}
const LAST_MOMENT = 8.64e15
