import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Malformed } from '../../formats/asn1/element.ts'
import {
  certificatesInHeader,
  isObject,
  isOfType,
  jwsHolds,
  keyOfCertificate,
  readJws,
  Unusable,
} from '../../formats/jws/jws.ts'
import { readCertificate } from '../../formats/x509/certificate.ts'
import type { Config } from '../../kernel/config.ts'
import { bad, type Finding, good, unsafe } from '../../kernel/operations/finding.ts'
import type { AcceptedCredential } from './domain/accepted-credentials.ts'
import { walletQuery } from './domain/dcql.ts'
import { certificatesIn } from './wallet-certificate.ts'

/** The operator's registration certificate as a wallet-relying party (ETSI TS 119 475, 5.2). */
interface Registration {
  /** As the registrar signed it: what wallets get in `verifier_info`. */
  token: string
  /** Who is registered: the identifier that the access certificate has. */
  subject: string
  /** Milliseconds since 1970; absent if it states no end. */
  expires?: number
  /** What may be asked for. */
  credentials: readonly { format: unknown; types: readonly unknown[]; paths?: readonly string[] }[]
}

/** The registrar's signature is verified with the certificate in the token; whether it is a registrar, wallets judge. */
export function readRegistration(text: string): Registration {
  const token = text.trim()
  try {
    const jws = readJws(token)
    const [signer] = certificatesInHeader(jws.header)
    if (!isOfType(jws.header.typ, 'rc-wrp+jwt')) throw new Unusable('it is not of the type rc-wrp+jwt')
    if (!signer) throw new Unusable('it has no certificate of the registrar')
    if (!jwsHolds(jws, keyOfCertificate(readCertificate(signer).publicKey)))
      throw new Unusable('its signature does not hold')
    const { sub, exp, credentials } = jws.payload
    if (typeof sub !== 'string' || !sub) throw new Unusable('it names nobody (sub)')
    if (exp !== undefined && typeof exp !== 'number') throw new Unusable('its end is not a date (exp)')
    return {
      token,
      subject: sub,
      ...(exp !== undefined && { expires: exp * 1000 }),
      credentials: Array.isArray(credentials) ? credentials.filter(isObject).map(registeredIn) : [],
    }
  } catch (error) {
    if (error instanceof Unusable || error instanceof Malformed)
      throw new Error(`WALLET_REGISTRATION: ${error.message}`)
    throw error
  }
}

/** The tables of the specification name the list of claims `claim`, its schema and examples `claims`. */
function registeredIn({ format, meta, claim, claims = claim }: Record<string, unknown>) {
  const { doctype_value: type, vct_values: types } = isObject(meta) ? meta : {}
  const paths = Array.isArray(claims) ? claims.filter(isObject).map(({ path }) => JSON.stringify(path)) : undefined
  return { format, types: Array.isArray(types) ? types : [type], ...(paths && { paths }) }
}

/** The identifier of a legal or natural person in an access certificate (ETSI EN 319 412-1, 5.1). */
function identifierOf({ raw }: X509Certificate): string | undefined {
  const { attributes } = readCertificate(raw).subject
  const named = (type: string) => attributes.find((each) => each.type === type)?.value
  return named('2.5.4.97') ?? named('SERIALNUMBER')
}

const DAY_MS = 86_400_000
const SOON_DAYS = 30
const NAME = 'wallet registration'

/** Is the registration readable, of the access certificate's holder, valid, and does it cover what is asked for? */
export async function judgeRegistration(
  { walletCertificate, walletRegistration }: Pick<Config, 'walletCertificate' | 'walletRegistration'>,
  kinds: readonly AcceptedCredential[],
  now: Date,
): Promise<Finding[]> {
  if (walletRegistration === undefined || walletCertificate === undefined) return []
  let registration: Registration
  let identifier: string | undefined
  try {
    registration = readRegistration(await readFile(walletRegistration, 'utf8'))
    const [access] = certificatesIn(await readFile(walletCertificate, 'utf8'))
    identifier = access && identifierOf(access)
  } catch (error) {
    return [bad(NAME, error instanceof Error ? error.message : String(error), 'give the file of your registrar')]
  }
  const { subject, expires } = registration
  const findings: Finding[] = []
  if (identifier !== subject) {
    const holder = identifier === undefined ? 'the access certificate names no identifier' : `it is of ${identifier}`
    const text = `the registration is of ${subject}, and WALLET_CERTIFICATE is not: ${holder}`
    findings.push(bad(NAME, text, 'use the two certificates of one registration: wallets refuse others'))
  }
  const end = expires === undefined ? undefined : new Date(expires).toISOString().slice(0, 10)
  const days = expires === undefined ? Number.POSITIVE_INFINITY : Math.floor((expires - now.getTime()) / DAY_MS)
  if (days < 0) findings.push(bad(NAME, `it expired on ${end}`, 'replace WALLET_REGISTRATION'))
  else if (days < SOON_DAYS)
    findings.push(unsafe(NAME, `it expires on ${end}, in ${days} days`, 'replace WALLET_REGISTRATION before then'))
  const beyond = beyondOf(registration, kinds)
  if (beyond.length > 0)
    findings.push(
      unsafe(
        NAME,
        `more is asked for than is registered: ${beyond.join(', ')}`,
        'register it, or see WALLET_CREDENTIALS',
      ),
    )
  if (findings.length > 0) return findings
  return [good(NAME, `of ${subject}, for everything that is asked for${end ? `, valid until ${end}` : ''}`)]
}

/** What the query asks for that is not registered: credentials by their names in the query, or claims of them. */
function beyondOf({ credentials }: Registration, kinds: readonly AcceptedCredential[]): string[] {
  return walletQuery(true, kinds).credentials.flatMap(({ id, format, meta, claims }) => {
    const types: readonly unknown[] = meta.vct_values ?? [meta.doctype_value]
    const found = credentials.filter(
      (each) => each.format === format && each.types.some((type) => types.includes(type)),
    )
    if (found.length === 0) return [id]
    // Without a list of claims all of them are registered.
    if (found.some(({ paths }) => paths === undefined)) return []
    const isRegistered = (path: unknown) => found.some(({ paths }) => paths?.includes(JSON.stringify(path)))
    return claims.filter(({ path }) => !isRegistered(path)).map((claim) => `${id}.${claim.id}`)
  })
}
