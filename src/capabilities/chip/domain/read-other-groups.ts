import { childrenOf, expectTag, Malformed, readElement } from '../../../asn1/element.ts'
import { objectIdentifier, sequence, smallInteger, TAGS } from '../../../asn1/values.ts'
import { type EncodedPicture, readPictureHeader } from '../../../domain/picture/signed-picture-header.ts'
import { openGroup } from './data-group.ts'

const MOST_MARKS = 8
const MOST_INFOS = 64

/** DG7: the picture of the holder's signature or usual mark; of several the first. */
export function readDg7(bytes: Uint8Array): EncodedPicture {
  const [count, ...marks] = childrenOf(openGroup(7, bytes))
  const stated = smallInteger(expectTag(count, TAGS.integer))
  if (stated < 1 || stated > MOST_MARKS || marks.length !== stated) throw new Malformed('no count of signatures')
  for (const mark of marks) expectTag(mark, 0x5f43)
  return readPictureHeader(expectTag(marks[0], 0x5f43).content)
}

/** DG13: what the issuer adds, in a form of its own. Only that it is this file can be said. */
export function checkDg13(bytes: Uint8Array): void {
  openGroup(13, bytes)
}

/** DG14: the identifiers of what the chip can do to protect itself (ICAO 9303-11, SecurityInfos). */
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
