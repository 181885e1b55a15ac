import type { ActiveAuthentication, ChipVerdict } from '../../../../src/features/chip/verdict.ts'
import type { NamedFile } from '../../../../src/formats/x509/collect-trust.ts'
import type { Hash } from '../../../../src/formats/x509/public-key.ts'
import { certify, makeAuthority, type Party } from './certify.ts'
import type { PortraitFormat } from './encode-portrait.ts'
import { answerByCurve, answerByRsa, makeChip, type SignOptions } from './make-chip.ts'
import { makeKey, type SigningWay } from './sign.ts'
import {
  writeDg1,
  writeDg2,
  writeDg2In39794,
  writeDg2Of2011,
  writeDg7,
  writeDg11,
  writeDg12,
  writeDg14,
  writeDg15,
} from './write-groups.ts'

/** The content of a chip about its holder and document. */
export interface ChipContents {
  /** ISO 3166 alpha-2. */
  country: string
  mrz: readonly string[]
  fullName: string
  placeOfBirth?: string
  authority: string
  /** ISO 8601. */
  dateOfIssue: string
  /** The portrait in each format. */
  portraits: Record<PortraitFormat, Uint8Array>
  /** Another person's portrait, for forgeries. */
  otherPortrait: Uint8Array
}

/** The chip of a drawn document, whom to trust for it, and its expected properties. */
export interface TestChip {
  name: string
  sod: Uint8Array
  groups: ReadonlyMap<number, Uint8Array>
  /** Signs a challenge, if the chip has its own key. */
  answer?: (challenge: Uint8Array) => Uint8Array
  trust: readonly NamedFile[]
  expect: { verdict: ChipVerdict; activeAuthentication: ActiveAuthentication }
}

/** How one kind of chip is made. */
export interface ChipProfile {
  authority: SigningWay
  /** Default: the same as the authority. */
  signer?: SigningWay
  dg2?: 'ISO 19794-5:2005' | 'ISO 19794-5:2011' | 'ISO 39794-5'
  portrait?: PortraitFormat
  /** The chip's own key, and how it answers. */
  active?: { way: SigningWay; hash: Hash; form?: 'named' | 'implied' | 'plain' | 'der' }
  object?: Partial<SignOptions> & { hash?: Hash; version?: 0 | 1; bare?: true }
}

const rsa = (hash: Hash, bits = 2048) => ({ kind: 'rsa', hash, bits }) as const
const curve = (name: string, hash: Hash, parameters?: 'explicit' | 'compressed') =>
  ({ kind: 'ecdsa', hash, curve: name, ...(parameters && { parameters }) }) as const
const answers = (way: SigningWay, hash: Hash, form: NonNullable<ChipProfile['active']>['form']) =>
  ({ way, hash, ...(form && { form }) }) as const

/** Every algorithm and format that passports use, each at least once. */
export const CHIP_PROFILES = {
  'rsa-sha1': { authority: rsa('sha1'), active: answers(rsa('sha1', 1024), 'sha1', 'implied') },
  'rsa-sha224': { authority: rsa('sha224'), active: answers(rsa('sha224', 1024), 'sha224', 'named') },
  'rsa-sha256': {
    authority: rsa('sha256'),
    portrait: 'JPEG2000',
    active: answers(rsa('sha256', 1024), 'sha256', 'named'),
  },
  'rsa-sha384': { authority: rsa('sha384'), active: answers(rsa('sha384', 2048), 'sha384', 'named') },
  'rsa-sha512': { authority: rsa('sha512'), active: answers(rsa('sha512', 2048), 'sha512', 'named') },
  'rsa-states-the-key-alone': {
    authority: rsa('sha256'),
    signer: { ...rsa('sha256'), stated: 'rsaEncryption' },
    dg2: 'ISO 19794-5:2011',
  },
  'pss-sha1-nothing-stated': { authority: { kind: 'pss', hash: 'sha1', stated: 'nothing' } },
  'pss-sha256': { authority: { kind: 'pss', hash: 'sha256' }, dg2: 'ISO 39794-5', portrait: 'JPEG2000' },
  'pss-sha384': { authority: { kind: 'pss', hash: 'sha384' } },
  'pss-sha512-salt-20': { authority: { kind: 'pss', hash: 'sha512', salt: 20 } },
  'pss-mask-of-another-hash': { authority: { kind: 'pss', hash: 'sha256', mask: 'sha1' } },
  'ecdsa-p224-sha224': { authority: curve('secp224r1', 'sha224') },
  'ecdsa-p256-sha1': { authority: curve('prime256v1', 'sha1') },
  'ecdsa-p256-sha256': {
    authority: curve('prime256v1', 'sha256'),
    dg2: 'ISO 39794-5',
    active: answers(curve('prime256v1', 'sha256'), 'sha256', 'plain'),
  },
  'ecdsa-p256-explicit': {
    authority: curve('prime256v1', 'sha256', 'explicit'),
    active: answers(curve('prime256v1', 'sha256', 'explicit'), 'sha256', 'der'),
  },
  'ecdsa-p384-explicit': { authority: curve('secp384r1', 'sha384', 'explicit') },
  'ecdsa-p521-sha512': { authority: curve('secp521r1', 'sha512'), object: { version: 1 } },
  'ecdsa-brainpool-p256': {
    authority: curve('brainpoolP256r1', 'sha256'),
    portrait: 'JPEG2000',
    dg2: 'ISO 19794-5:2011',
    active: answers(curve('brainpoolP256r1', 'sha256'), 'sha224', 'plain'),
  },
  'ecdsa-brainpool-p256-plain': { authority: { ...curve('brainpoolP256r1', 'sha256'), plain: true } },
  'ecdsa-brainpool-p384-explicit': {
    authority: curve('brainpoolP384r1', 'sha384', 'explicit'),
    active: answers(curve('brainpoolP384r1', 'sha384', 'explicit'), 'sha384', 'plain'),
  },
  'ecdsa-brainpool-p512-compressed': {
    authority: curve('brainpoolP512r1', 'sha512', 'compressed'),
    signer: curve('brainpoolP320r1', 'sha256'),
    active: answers(curve('brainpoolP512r1', 'sha512'), 'sha512', 'plain'),
  },
  'rsa-authority-ecdsa-signer': {
    authority: rsa('sha512'),
    signer: curve('secp384r1', 'sha384'),
    object: { digest: 'sha256', hash: 'sha1', by: 'subjectKey', bare: true },
  },
} as const satisfies Record<string, ChipProfile>
export type ChipProfileName = keyof typeof CHIP_PROFILES

/** Chips of one state: each profile has its own authority. */
export function makeTestChip(name: ChipProfileName, contents: ChipContents): TestChip {
  const profile: ChipProfile = CHIP_PROFILES[name]
  const issued = issue(name, profile, contents)
  const { signer, authority, groups, answer, trust } = issued
  const chip = makeChip(groups, signer, { issuer: authority, signedAt: contents.dateOfIssue, ...profile.object })
  return {
    name,
    ...chip,
    ...(answer && { answer }),
    trust,
    expect: { verdict: 'TRUSTED', activeAuthentication: answer ? 'GENUINE' : 'ABSENT' },
  }
}

/** What a state needs to sign: authority, signer, and the data groups of one document. */
export interface Issued {
  authority: Party
  signer: Party
  groups: Map<number, Uint8Array>
  answer?: (challenge: Uint8Array) => Uint8Array
  trust: NamedFile[]
}

export function issue(name: string, profile: ChipProfile, contents: ChipContents): Issued {
  const { country, dateOfIssue } = contents
  const period = { from: yearsFrom(dateOfIssue, -2), until: yearsFrom(dateOfIssue, 20) }
  const authority = makeAuthority(`Test authority ${name}`, { way: profile.authority, country, ...period })
  const way = profile.signer ?? profile.authority
  const signer = certify('Test signer', { way, by: authority, country, serial: 7, ...period })
  const groups = groupsOf(profile, contents)
  const key = profile.active && makeKey(profile.active.way)
  if (key) {
    if (key.way.kind === 'ecdsa') groups.set(14, writeDg14(key.algorithm))
    groups.set(15, writeDg15(key.publicKey))
  }
  return {
    authority,
    signer,
    groups,
    trust: [{ name: `${name}.cer`, bytes: authority.certificate }],
    ...(key && profile.active && { answer: answerWith(key, profile.active) }),
  }
}

function groupsOf(profile: ChipProfile, contents: ChipContents): Map<number, Uint8Array> {
  const write = {
    'ISO 19794-5:2005': writeDg2,
    'ISO 19794-5:2011': writeDg2Of2011,
    'ISO 39794-5': writeDg2In39794,
  }[profile.dg2 ?? 'ISO 19794-5:2005']
  const { mrz, fullName, placeOfBirth, authority, dateOfIssue, portraits } = contents
  const details: Record<number, string> = { 24334: fullName }
  if (placeOfBirth) details[24337] = placeOfBirth
  return new Map([
    [1, writeDg1(mrz)],
    [2, write(portraits[profile.portrait ?? 'JPEG'])],
    [7, writeDg7(portraits.JPEG)],
    [11, writeDg11(details)],
    [12, writeDg12({ 24345: authority, 24358: dateOfIssue.replaceAll('-', '') })],
  ])
}

function answerWith(key: ReturnType<typeof makeKey>, { hash, form }: NonNullable<ChipProfile['active']>) {
  return (challenge: Uint8Array) =>
    key.way.kind === 'ecdsa'
      ? answerByCurve(key, challenge, hash, form === 'der' ? 'der' : 'plain')
      : answerByRsa(key, challenge, hash, form === 'implied' ? 'implied' : 'named')
}

export function yearsFrom(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) + years
  return `${year}${date.slice(4)}`.replace('-02-29', '-02-28')
}
