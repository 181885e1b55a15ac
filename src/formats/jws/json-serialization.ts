import { fromBase64Url, isObject, jsonOf, Unusable } from './jws.ts'

/**
 * The compact form of an SD-JWT in the JSON serialization of JWS, flattened or general (RFC 9901, 8). Of several
 * signatures it has the first, which alone may carry disclosures and is what the holder signs over.
 */
export function compactSdJwt(json: unknown): string {
  if (!isObject(json) || typeof json.payload !== 'string') throw new Unusable('it is not an SD-JWT')
  const isFlattened = json.signature !== undefined
  if (isFlattened === (json.signatures !== undefined)) throw new Unusable('it has no signature, or two kinds of them')
  const signatures = isFlattened ? [json] : json.signatures
  if (!Array.isArray(signatures)) throw new Unusable('signatures that are not a list')
  const [first, ...others] = signatures.map((each) => partsOf(each))
  if (!first) throw new Unusable('it has no signature')
  if (others.some(({ header }) => 'disclosures' in header || 'kb_jwt' in header))
    throw new Unusable('disclosures with another signature than the first')
  const { disclosures = [], kb_jwt: binding = '' } = first.header
  if (!isTexts(disclosures) || typeof binding !== 'string') throw new Unusable('disclosures that are not texts')
  return `${[[first.protected, json.payload, first.signature].join('.'), ...disclosures].join('~')}~${binding}`
}

function partsOf(value: unknown) {
  if (!isObject(value)) throw new Unusable('a signature that is not an object')
  const { protected: head, signature, header = {} } = value
  if (typeof head !== 'string' || typeof signature !== 'string' || !isObject(header))
    throw new Unusable('a signature without its protected header')
  const signed = jsonOf(fromBase64Url(head))
  if (Object.keys(header).some((name) => Object.hasOwn(signed, name)))
    throw new Unusable('a member in both headers (RFC 7515, 7.2.1)')
  return { protected: head, signature, header }
}

/** A separator within a text would make two of it. */
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '' && !each.includes('~'))
