import { certify, makeAuthority, revoke } from './certify.ts'
import { answerByCurve, makeChip } from './make-chip.ts'
import { makeKey } from './sign.ts'
import { type ChipContents, type ChipProfile, type Issued, issue, type TestChip, yearsFrom } from './test-chips.ts'
import { writeDg1, writeDg2, writeDg11, writeDg15 } from './write-groups.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const PROFILE: ChipProfile = { authority: way, active: { way, hash: 'sha256', form: 'plain' } }

type Forged = Pick<TestChip, 'sod' | 'groups' | 'expect'> & Partial<Pick<TestChip, 'answer' | 'trust'>>

/** What a forger has: a genuine chip from its state, and a copy of its files. */
interface Genuine extends Issued {
  contents: ChipContents
  sod: Uint8Array
}

/** Each is forged in one way. None of them may be approved. */
export const CHIP_FORGERIES = {
  'altered-dg1': ({ sod, groups, contents, answer }) => ({
    sod,
    groups: new Map(groups).set(1, writeDg1(otherName(contents.mrz))),
    ...(answer && { answer }),
    expect: { verdict: 'ALTERED', activeAuthentication: 'GENUINE' },
  }),
  'exchanged-dg2': ({ sod, groups, contents, answer }) => ({
    sod,
    groups: new Map(groups).set(2, writeDg2(contents.otherPortrait)),
    ...(answer && { answer }),
    expect: { verdict: 'ALTERED', activeAuthentication: 'GENUINE' },
  }),
  'self-signed-signer': (genuine) => {
    const signer = makeAuthority('Test signer', { way, country: genuine.contents.country })
    return signedAgain(genuine, signer, { issuer: signer }, 'UNKNOWN_ISSUER')
  },
  'authority-of-the-same-name': (genuine) => {
    const { country } = genuine.contents
    const authority = makeAuthority('Test authority forged', { way, country, withoutKeyIdentifiers: true })
    const signer = certify('Test signer', { way, by: authority, country, withoutKeyIdentifiers: true })
    return signedAgain(genuine, signer, { issuer: authority }, 'UNKNOWN_ISSUER')
  },
  'signer-outside-its-validity': (genuine) => {
    const { country, dateOfIssue } = genuine.contents
    const period = { from: yearsFrom(dateOfIssue, -2), until: yearsFrom(dateOfIssue, -1) }
    const signer = certify('Test signer', { way, by: genuine.authority, country, serial: 8, ...period })
    return signedAgain(genuine, signer, { issuer: genuine.authority }, 'UNKNOWN_ISSUER')
  },
  'revoked-signer': (genuine) => {
    const { authority, contents, trust } = genuine
    const signer = certify('Test signer', { way, by: authority, country: contents.country, serial: 9 })
    const list = revoke(authority, [signer.serial], contents.dateOfIssue)
    return {
      ...signedAgain(genuine, signer, { issuer: authority }, 'UNKNOWN_ISSUER'),
      trust: [...trust, { name: 'revoked.crl', bytes: list }],
    }
  },
  // The key that would reveal the copy is omitted; the signed object still names it.
  'missing-group': ({ sod, groups }) => ({
    sod,
    groups: new Map([...groups].filter(([number]) => number !== 15)),
    expect: { verdict: 'TRUSTED', activeAuthentication: 'ABSENT' },
  }),
  'unsigned-extra-group': ({ sod, groups, answer, contents }) => ({
    sod,
    groups: new Map(groups).set(13, writeDg11({ 24334: contents.fullName })),
    ...(answer && { answer }),
    expect: { verdict: 'ALTERED', activeAuthentication: 'GENUINE' },
  }),
  // The files of a genuine chip in another chip with its own key.
  'copied-chip': ({ sod, groups }) => {
    const key = makeKey(way)
    return {
      sod,
      groups,
      answer: (challenge) => answerByCurve(key, challenge, 'sha256', 'plain'),
      expect: { verdict: 'TRUSTED', activeAuthentication: 'FALSE' },
    }
  },
  'copied-chip-with-its-own-key': ({ sod, groups }) => {
    const key = makeKey(way)
    return {
      sod,
      groups: new Map(groups).set(15, writeDg15(key.publicKey)),
      answer: (challenge) => answerByCurve(key, challenge, 'sha256', 'plain'),
      expect: { verdict: 'ALTERED', activeAuthentication: 'GENUINE' },
    }
  },
} as const satisfies Record<string, (genuine: Genuine) => Forged>
export type ChipForgery = keyof typeof CHIP_FORGERIES

export function forgeChip(name: ChipForgery, contents: ChipContents): TestChip {
  const issued = issue('forged', PROFILE, contents)
  const { sod } = makeChip(issued.groups, issued.signer, { issuer: issued.authority, signedAt: contents.dateOfIssue })
  const forge: (genuine: Genuine) => Forged = CHIP_FORGERIES[name]
  return { name, trust: issued.trust, ...forge({ ...issued, contents, sod }) }
}

function signedAgain(
  { groups, answer, contents }: Genuine,
  signer: Issued['signer'],
  { issuer }: { issuer: Issued['authority'] },
  verdict: 'UNKNOWN_ISSUER',
): Forged {
  const { sod } = makeChip(groups, signer, { issuer, signedAt: contents.dateOfIssue })
  return { sod, groups, ...(answer && { answer }), expect: { verdict, activeAuthentication: 'GENUINE' } }
}

/** Another name on the same document: the first letters of a name are swapped. */
function otherName([first = '', ...rest]: readonly string[]): string[] {
  const isPassport = first.length === 44
  const lines = [first, ...rest]
  const at = isPassport || lines.length === 2 ? 0 : 2
  const line = lines[at] ?? ''
  const start = at === 0 ? 5 : 0
  const end = line.indexOf('<', start)
  const name = line.slice(start, end)
  const other = [...name].reverse().join('')
  lines[at] =
    `${line.slice(0, start)}${other === name ? name.replace(/./, (letter) => (letter === 'X' ? 'Y' : 'X')) : other}${line.slice(end)}`
  return lines
}
