import { childrenOf, type Element, expectTag } from '../asn1/element.ts'
import { objectIdentifier, sequence, TAGS, text } from '../asn1/values.ts'

/** A distinguished name: its attributes in the order they are written. */
export interface Name {
  attributes: { type: string; value: string }[]
  /** The same for two names that differ in kind of string, letter case, spaces or order alone, as states write them. */
  key: string
  /** ISO 3166 code in upper case, where the name has one. */
  country?: string
}

const SHORT: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'E',
  '0.9.2342.19200300.100.1.25': 'DC',
}

export function readName(element: Element | undefined): Name {
  const attributes = sequence(element).flatMap((set) =>
    childrenOf(expectTag(set, TAGS.set)).map((pair) => {
      const [type, value] = sequence(pair)
      const oid = objectIdentifier(type)
      return { type: SHORT[oid] ?? oid, value: value ? text(value) : '' }
    }),
  )
  const country = attributes
    .find(({ type }) => type === 'C')
    ?.value.trim()
    .toUpperCase()
  const key = attributes
    .map(({ type, value }) => `${type}=${value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`)
    .sort()
    .join('\n')
  return { attributes, key, ...(country && { country }) }
}

/** The name in one line, as certificates are shown. */
export const nameText = ({ attributes }: Name) =>
  attributes.map(({ type, value }) => `${type}=${value.replace(/[\p{Cc},]/gu, ' ').trim()}`).join(', ')
