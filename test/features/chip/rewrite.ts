import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Party } from '../../../packages/specimen/src/chip/certify.ts'
import { der, derObjectIdentifier, derSequence } from '../../../src/formats/asn1/der.ts'
import { childrenOf, type Element, readElement } from '../../../src/formats/asn1/element.ts'
import { sequence, TAGS } from '../../../src/formats/asn1/values.ts'

/** EF.SOD with other signers, all else as it was. */
function mapSigners(sod: Uint8Array, map: (signer: Element) => Uint8Array[]): Uint8Array {
  const [type, wrapped] = sequence(readElement(readElement(sod).content))
  const [signedData] = wrapped ? childrenOf(wrapped) : []
  const members = sequence(signedData)
  const signers = members.pop()
  const [signer] = signers ? childrenOf(signers) : []
  if (!type || !signer) throw new Error('no signed object')
  const changed = derSequence(...members.map(({ whole }) => whole), der(TAGS.set, ...map(signer)))
  return der(0x77, derSequence(type.whole, der(0xa0, changed)))
}

export const withSigners = (sod: Uint8Array, count: number): Uint8Array =>
  mapSigners(sod, ({ whole }) => Array.from({ length: count }, () => whole))

/** The shortest attributes that there are, as many as asked for. */
export function withAttributes(sod: Uint8Array, count: number): Uint8Array {
  const attribute = derSequence(derObjectIdentifier('1.1'))
  return mapSigners(sod, (signer) => {
    const members = sequence(signer).map(({ tag, whole }) =>
      tag === 0xa0 ? der(0xa0, Buffer.concat(Array.from({ length: count }, () => attribute))) : whole,
    )
    return [derSequence(...members)]
  })
}

/** The length of the signer in four bytes where two are enough. */
export function withLongLength(sod: Uint8Array): Uint8Array {
  return mapSigners(sod, ({ content }) => [
    Buffer.concat([Buffer.of(0x30, 0x84, 0, 0, content.length >> 8, content.length & 0xff), content]),
  ])
}

const indefinite = (tag: number, ...content: Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.of(tag, 0x80), ...content, Buffer.of(0, 0)])

/** An element and all inside it with indefinite lengths. */
function openLengths(element: Element): Uint8Array {
  return element.constructed ? indefinite(element.tag, ...childrenOf(element).map(openLengths)) : element.whole
}

/**
 * EF.SOD with indefinite lengths where CMS has a structure of its own. `part` is written in BER too: the first two must
 * be DER, and the file states its length.
 */
export function inBer(sod: Uint8Array, part?: 'certificates' | 'attributes' | 'file' | 'signature'): Uint8Array {
  const file = readElement(sod)
  const [type, wrapped] = sequence(readElement(file.content))
  const [signedData] = wrapped ? childrenOf(wrapped) : []
  const members = sequence(signedData).map((member, at, all) => {
    if (at === all.length - 1) return indefinite(TAGS.set, openSigner(childrenOf(member)[0], part))
    if (member.tag !== 0xa0) return openLengths(member)
    const certificates = childrenOf(member)
    return indefinite(0xa0, ...certificates.map((each) => (part === 'certificates' ? openLengths(each) : each.whole)))
  })
  const message = indefinite(0x30, type?.whole ?? Buffer.of(), indefinite(0xa0, indefinite(0x30, ...members)))
  return part === 'file' ? indefinite(0x77, message) : der(0x77, message)
}

function openSigner(signer: Element | undefined, part: string | undefined): Uint8Array {
  const members = sequence(signer).map((member) => {
    if (member.tag === TAGS.octets && part === 'signature')
      return indefinite(0x24, ...[0, 1, 2].map((at) => der(TAGS.octets, cut(member.content, at))))
    if (member.tag !== 0xa0) return openLengths(member)
    return indefinite(
      0xa0,
      ...childrenOf(member).map((each) => (part === 'attributes' ? openLengths(each) : each.whole)),
    )
  })
  return indefinite(TAGS.sequence, ...members)
}

const cut = (bytes: Uint8Array, third: number) =>
  bytes.subarray(Math.ceil((bytes.length * third) / 3), Math.ceil((bytes.length * (third + 1)) / 3))

/** EF.SOD whose content is an octet string of pieces under this tag, nested so many times. */
export function withPieces(sod: Uint8Array, tag: number, depth = 1): Uint8Array {
  return mapContent(sod, (content) => {
    let octets = der(tag, content.content)
    for (let times = 0; times < depth; times++) octets = der(0x24, octets)
    return octets
  })
}

/** EF.SOD with end-of-contents octets where the length is stated. */
export const withEndInside = (sod: Uint8Array): Uint8Array =>
  mapContent(sod, ({ whole }) => Buffer.concat([whole, Buffer.of(0, 0)]))

function mapContent(sod: Uint8Array, map: (octets: Element) => Uint8Array): Uint8Array {
  const [type, wrapped] = sequence(readElement(readElement(sod).content))
  const [signedData] = wrapped ? childrenOf(wrapped) : []
  const members = sequence(signedData)
  const [contentType, content] = sequence(members[2])
  const [octets] = content ? childrenOf(content) : []
  if (!type || !contentType || !octets) throw new Error('no signed object')
  const changed = derSequence(contentType.whole, der(0xa0, map(octets)))
  const whole = members.map((member, at) => (at === 2 ? changed : member.whole))
  return der(0x77, derSequence(type.whole, der(0xa0, derSequence(...whole))))
}

/** The content of EF.SOD, signed again by OpenSSL as it writes a stream: indefinite lengths, and the content in pieces. */
export function streamedByOpenSsl(sod: Uint8Array, signer: Party): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'limen-ber-'))
  const file = (name: string) => join(folder, name)
  try {
    let content: Uint8Array = Buffer.of()
    mapContent(sod, (octets) => {
      content = octets.content
      return octets.whole
    })
    const certificate = Buffer.from(signer.certificate).toString('base64')
    const key = signer.key.privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(file('content'), content)
    writeFileSync(file('key.pem'), key)
    writeFileSync(file('signer.pem'), `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`)
    execFileSync('openssl', [
      ...['cms', '-sign', '-binary', '-nodetach', '-stream', '-outform', 'DER', '-econtent_type', '2.23.136.1.1.1'],
      ...['-md', 'sha256', '-in', file('content'), '-signer', file('signer.pem'), '-inkey', file('key.pem')],
      ...['-out', file('message')],
    ])
    return der(0x77, readFileSync(file('message')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
