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
