import { childrenOf, type Element, expectTag, readFile } from '../../../asn1/element.ts'

/** Tags of the data groups by number (ICAO 9303-10). */
export const GROUP_TAGS = [
  0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70,
] as const

/** The element that is the file of a data group. Throws Malformed where it is another file. */
export const openGroup = (number: number, bytes: Uint8Array): Element =>
  expectTag(readFile(bytes), GROUP_TAGS[number - 1] ?? 0)

export const findTag = (elements: readonly Element[], tag: number) => elements.find((element) => element.tag === tag)

/** Follows tags inward, each the first of its kind. */
export function descend(element: Element, ...tags: number[]): Element {
  return tags.reduce((inner, tag) => expectTag(findTag(childrenOf(inner), tag), tag), element)
}
