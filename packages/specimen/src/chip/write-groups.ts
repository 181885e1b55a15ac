import { GROUP_TAGS } from '../../../../src/features/chip/domain/data-groups.ts'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../../../src/formats/asn1/der.ts'
import { readElement } from '../../../../src/formats/asn1/element.ts'
import { sequence, TAGS } from '../../../../src/formats/asn1/values.ts'
import { readPictureHeader } from '../../../../src/vision/picture/signed-picture-header.ts'

/** DG1: the lines of the machine readable zone. */
export const writeDg1 = (lines: readonly string[]) => der(0x61, der(0x5f1f, Buffer.from(lines.join(''), 'latin1')))

/** DG2 in ISO/IEC 19794-5:2005, used by nearly all passports. */
export function writeDg2(picture: Uint8Array): Uint8Array {
  const { format, width, height } = readPictureHeader(picture)
  const face = Buffer.alloc(32)
  face.writeUInt32BE(32 + picture.length)
  face[20] = 1
  face[21] = format === 'JPEG' ? 0 : 1
  face.writeUInt16BE(width, 22)
  face.writeUInt16BE(height, 24)
  const header = Buffer.from('FAC\x00010\x00', 'latin1')
  const sizes = Buffer.alloc(6)
  sizes.writeUInt32BE(14 + face.length + picture.length)
  sizes.writeUInt16BE(1, 4)
  return biometrics(der(0x5f2e, header, sizes, face, picture))
}

/** DG2 in ISO/IEC 19794-5:2011: a longer header. */
export function writeDg2Of2011(picture: Uint8Array): Uint8Array {
  const { format, width, height } = readPictureHeader(picture)
  // Length, capture time, device, no quality, no points, properties, then the picture's own header and length.
  const face = Buffer.alloc(19 + 2 + 15 + 16)
  face.writeUInt32BE(face.length + picture.length)
  const information = 19 + 2 + 15
  face[information + 1] = format === 'JPEG' ? 0 : 1
  face.writeUInt16BE(width, information + 2)
  face.writeUInt16BE(height, information + 4)
  face.writeUInt32BE(picture.length, information + 12)
  const header = Buffer.alloc(17)
  header.write('FAC\x00030\x00', 'latin1')
  header.writeUInt32BE(17 + face.length + picture.length, 8)
  header.writeUInt16BE(1, 12)
  return biometrics(der(0x5f2e, header, face, picture))
}

/** DG2 in ISO/IEC 39794-5, used in passports from 2026. */
export function writeDg2In39794(picture: Uint8Array): Uint8Array {
  const { format } = readPictureHeader(picture)
  const version = der(0xa0, der(0x80, Uint8Array.of(3)), der(0x81, Uint8Array.of(0x07, 0xe3)))
  const about = der(0xa1, der(0xa0, der(0x80, Uint8Array.of(format === 'JPEG' ? 2 : 3))))
  const representation = der(
    0x30,
    der(0x80, Uint8Array.of(0)),
    der(0xa1, der(0xa0, der(0xa0, der(0x80, picture), about))),
  )
  return biometrics(der(0x7f2e, der(0xa1, der(0x65, version, der(0xa1, representation)))))
}

/** DG11 and DG12: pairs of tag and text after the list of tags. */
export const writeDg11 = (fields: Record<number, string>) => tagged(0x6b, fields)
export const writeDg12 = (fields: Record<number, string>) => tagged(0x6c, fields)

/** EF.COM: the version of the data structure and the tags of the existing data groups. */
export const writeCom = (groups: Iterable<number>) =>
  der(
    0x60,
    der(0x5f01, Buffer.from('0107')),
    der(0x5f36, Buffer.from('040000')),
    der(
      0x5c,
      Uint8Array.from([...groups].sort((one, other) => one - other).map((number) => GROUP_TAGS[number - 1] ?? 0)),
    ),
  )

/** DG7: the picture of the holder's signature. */
export const writeDg7 = (picture: Uint8Array) => der(0x67, derInteger(Uint8Array.of(1)), der(0x5f43, picture))

/** DG14 of a chip that answers with elliptic curves: the hash with which it signs a challenge. */
export const writeDg14 = (algorithm: Uint8Array) => {
  const [oid] = sequence(readElement(algorithm))
  const stated = derSequence(
    derObjectIdentifier('2.23.136.1.1.5'),
    derInteger(Uint8Array.of(1)),
    oid?.whole ?? algorithm,
  )
  return der(0x6e, der(TAGS.set, stated))
}

/** DG15: the public key of the chip. */
export const writeDg15 = (publicKey: Uint8Array) => der(0x6f, publicKey)

function tagged(tag: number, fields: Record<number, string>): Uint8Array {
  const entries = Object.entries(fields).map(([name, value]) => [Number(name), Buffer.from(value)] as const)
  const list = Buffer.concat(entries.map(([name]) => Buffer.from(name.toString(16), 'hex')))
  return der(tag, der(0x5c, list), ...entries.map(([name, value]) => der(name, value)))
}

function biometrics(block: Uint8Array): Uint8Array {
  const header = der(0xa1, der(0x81, Uint8Array.of(2)), der(0x87, Uint8Array.of(1, 1)), der(0x88, Uint8Array.of(0, 8)))
  return der(0x75, der(0x7f61, derInteger(Uint8Array.of(1)), der(0x7f60, header, block)))
}
