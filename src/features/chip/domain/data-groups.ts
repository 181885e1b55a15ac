import { childrenOf, type Element, expectTag, Malformed, readElement, readFile } from '../../../formats/asn1/element.ts'
import {
  latinText,
  objectIdentifier,
  octets,
  sequence,
  smallInteger,
  TAGS,
  text,
} from '../../../formats/asn1/values.ts'
import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import { parseMrz } from '../../../formats/mrz/parse-mrz.ts'
import { type Algorithm, readAlgorithm } from '../../../formats/x509/certificate.ts'
import { type EncodedPicture, readPictureHeader } from '../../../vision/picture/signed-picture-header.ts'
import type { ChipDirectory, ChipDocument, ChipHolder } from '../chip-reading.ts'

/** Tags of the data groups by number (ICAO 9303-10). */
export const GROUP_TAGS = [
  0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70,
] as const

/** The outer element of the file of a data group. Throws Malformed if it is another file. */
export const openGroup = (number: number, bytes: Uint8Array): Element =>
  expectTag(readFile(bytes), GROUP_TAGS[number - 1] ?? 0)

const findTag = (elements: readonly Element[], tag: number) => elements.find((element) => element.tag === tag)

/** Follows a path of tags inward, taking the first element with each tag. */
function descend(element: Element, ...tags: number[]): Element {
  return tags.reduce((inner, tag) => expectTag(findTag(childrenOf(inner), tag), tag), element)
}

export function readCom(bytes: Uint8Array): ChipDirectory {
  const members = childrenOf(expectTag(readFile(bytes), 0x60))
  const version = findTag(members, 0x5f01)
  const { content: tags } = expectTag(findTag(members, 0x5c), 0x5c)
  if (tags.length > GROUP_TAGS.length) throw new Malformed('more data groups than exist')
  const groups = Array.from(tags, (tag) => GROUP_TAGS.indexOf(tag as (typeof GROUP_TAGS)[number]) + 1)
  if (groups.includes(0)) throw new Malformed('a tag that is not a data group')
  const text = version && latinText(version.content)
  if (text !== undefined && !/^\d{4}$/.test(text)) throw new Malformed('an invalid version')
  return { ...(text && { version: text }), groups: groups.sort((one, other) => one - other) }
}

/** Length of one line by the length of the whole: TD3, TD1, TD2. */
const LINE_LENGTHS: Record<number, number> = { 88: 44, 90: 30, 72: 36 }

/** DG1: the machine readable zone. `today` decides the century of the dates of birth and expiry. */
export function readDg1(bytes: Uint8Array, today: string): MrzReading {
  const text = latinText(descend(openGroup(1, bytes), 0x5f1f).content)
  const length = LINE_LENGTHS[text.length]
  const lines = length ? (text.match(new RegExp(`.{${length}}`, 'gs')) ?? []) : []
  const parsed = parseMrz(lines, today)
  if (!parsed.ok) throw new Malformed('DG1 holds no machine readable zone')
  return parsed.value.reading
}

/** DG2: the encoded portrait, in ISO/IEC 19794-5 (2005 and 2011) or 39794-5. If there are several, the first. */
export function readDg2(bytes: Uint8Array): EncodedPicture {
  const template = childrenOf(descend(openGroup(2, bytes), 0x7f61, 0x7f60))
  const older = findTag(template, 0x5f2e)
  const block = older ?? expectTag(findTag(template, 0x7f2e), 0x7f2e)
  // A block in the older format may be in either tag; the newer format always consists of elements.
  const picture = isFaceRecord(block.content) ? pictureOf19794(block.content) : pictureOf39794(block)
  return readPictureHeader(picture)
}

const isFaceRecord = ([f, a, c, end]: Uint8Array) => f === 0x46 && a === 0x41 && c === 0x43 && end === 0

/**
 * ISO/IEC 39794-5: the first two-dimensional picture of its representations; others are shapes in three dimensions. Its
 * elements may be in the tag of the older format, which is primitive.
 */
function pictureOf39794(block: Element): Uint8Array {
  const whole = { ...block, constructed: true }
  const inner = findTag(childrenOf(whole), 0xa1) ?? whole
  const representations = childrenOf(descend(inner, 0x65, 0xa1)).filter(({ tag }) => tag === TAGS.sequence)
  const flat = representations.find((each) => findTag(childrenOf(descend(each, 0xa1, 0xa0)), 0xa0))
  return descend(expectTag(flat, TAGS.sequence), 0xa1, 0xa0, 0xa0, 0x80).content
}

/** ISO/IEC 19794-5: a fixed header, then the first face with its points, then its picture up to the end of its record. */
function pictureOf19794(record: Uint8Array): Uint8Array {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength)
  try {
    return view.getUint8(5) === 0x33 ? pictureOf2011(record, view) : pictureOf2005(record, view)
  } catch (error) {
    if (error instanceof RangeError) throw new Malformed('a face record that ends too early')
    throw error
  }
}

function pictureOf2005(record: Uint8Array, view: DataView): Uint8Array {
  const start = 14
  const stated = start + view.getUint32(start)
  const points = view.getUint16(start + 4)
  const picture = start + 20 + 8 * points + 12
  // Some issuers state lengths that leave out the header or are too large: then the picture runs to the end.
  const fits = stated <= record.length && stated - picture > LEAST_PICTURE
  return slice(record, picture, fits ? stated : record.length)
}

/** The smallest possible size of a picture. */
const LEAST_PICTURE = 20

/**
 * The 2011 version has a longer header for each face, with blocks for the quality and for the length of the picture.
 */
function pictureOf2011(record: Uint8Array, view: DataView): Uint8Array {
  const start = 17
  const qualities = view.getUint8(start + 18)
  const afterQualities = start + 19 + 5 * qualities
  const points = view.getUint16(afterQualities)
  const information = afterQualities + 2 + 15 + 8 * points
  const length = view.getUint32(information + 12)
  return slice(record, information + 16, information + 16 + length)
}

function slice(record: Uint8Array, start: number, end: number): Uint8Array {
  if (start >= end || end > record.length) throw new Malformed('a face record whose lengths do not fit')
  return record.subarray(start, end)
}

const MOST_MARKS = 8
const MOST_INFOS = 64

/** DG7: the picture of the holder's signature or usual mark. If there are several, the first. */
export function readDg7(bytes: Uint8Array): EncodedPicture {
  const [count, ...marks] = childrenOf(openGroup(7, bytes))
  const stated = smallInteger(expectTag(count, TAGS.integer))
  if (stated < 1 || stated > MOST_MARKS || marks.length !== stated) throw new Malformed('a wrong count of signatures')
  for (const mark of marks) expectTag(mark, 0x5f43)
  return readPictureHeader(expectTag(marks[0], 0x5f43).content)
}

/** DG13: data in a format of the issuer's own. Only the tag of the file can be checked. */
export function checkDg13(bytes: Uint8Array): void {
  openGroup(13, bytes)
}

/** DG14: the identifiers of the security protocols of the chip (ICAO 9303-11, SecurityInfos). */
export function readDg14(bytes: Uint8Array): { protocol: string; algorithm?: string }[] {
  const infos = childrenOf(expectTag(readElement(openGroup(14, bytes).content), TAGS.set))
  if (infos.length > MOST_INFOS) throw new Malformed('more protocols than a chip can have')
  return infos.map((info) => {
    const [type, , algorithm] = sequence(info)
    return {
      protocol: objectIdentifier(type),
      ...(algorithm?.tag === TAGS.oid && { algorithm: objectIdentifier(algorithm) }),
    }
  })
}

export function readDg11(bytes: Uint8Array): ChipHolder {
  const found = fieldsOf(11, bytes)
  return {
    ...named('fullName', words(found.get(0x5f0e))),
    ...named('personalNumber', words(found.get(0x5f10))),
    ...named('dateOfBirth', day(found.get(0x5f2b))),
    ...named('placeOfBirth', words(found.get(0x5f11))),
    ...named('address', words(found.get(0x5f42))),
  }
}

export function readDg12(bytes: Uint8Array): ChipDocument {
  const found = fieldsOf(12, bytes)
  return {
    ...named('issuingAuthority', words(found.get(0x5f19))),
    ...named('dateOfIssue', day(found.get(0x5f26))),
  }
}

function fieldsOf(number: number, bytes: Uint8Array): Map<number, Element> {
  return new Map(childrenOf(openGroup(number, bytes)).map((element) => [element.tag, element]))
}

const named = <Key extends string>(key: Key, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>

/** Parts are separated by the filler character. */
const words = (element: Element | undefined) =>
  (element && text(element).replace(/<+/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 500)) || undefined

/** Eight digits as text, or four bytes with two digits each. */
function day(element: Element | undefined): string | undefined {
  if (!element) return undefined
  const { content } = element
  const digits =
    content.length === 4
      ? Array.from(content, (byte) => byte.toString(16).padStart(2, '0')).join('')
      : latinText(content)
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(digits)
  return match ? `${match[1]}-${match[2]}-${match[3]}` : undefined
}

/** The object that the issuing state signs: the hash of every data group (ICAO 9303-10, LDSSecurityObject). */
export interface SecurityObject {
  version: number
  digest: Algorithm
  /** The hashes by the number of the data group. */
  hashes: Map<number, Uint8Array>
}

export function readSecurityObject(bytes: Uint8Array): SecurityObject {
  // It is signed as it came, so it need not be DER.
  const [version, digest, groups] = sequence(readElement(bytes, 0, 0, 'BER'))
  const hashes = new Map<number, Uint8Array>()
  for (const group of sequence(groups)) {
    const [number, hash] = sequence(group)
    const name = smallInteger(number)
    if (name < 1 || name > 16 || hashes.has(name) || hash?.tag !== TAGS.octets)
      throw new Malformed('a tag that is not a data group')
    hashes.set(name, octets(hash))
  }
  return { version: smallInteger(version), digest: readAlgorithm(digest), hashes }
}
