import { childrenOf, expectTag, Malformed, readFile } from '../../../asn1/element.ts'
import { latinText } from '../../../asn1/values.ts'
import { findTag, GROUP_TAGS } from './data-group.ts'

/** EF.COM: the version of the data structure, and which data groups the chip says to have. It is not signed. */
export interface ChipDirectory {
  /** Such as 0107 or 0108. */
  version?: string
  groups: number[]
}

export function readCom(bytes: Uint8Array): ChipDirectory {
  const members = childrenOf(expectTag(readFile(bytes), 0x60))
  const version = findTag(members, 0x5f01)
  const { content: tags } = expectTag(findTag(members, 0x5c), 0x5c)
  if (tags.length > GROUP_TAGS.length) throw new Malformed('more data groups than there are')
  const groups = Array.from(tags, (tag) => GROUP_TAGS.indexOf(tag as (typeof GROUP_TAGS)[number]) + 1)
  if (groups.includes(0)) throw new Malformed('a data group that is none')
  const text = version && latinText(version.content)
  if (text !== undefined && !/^\d{4}$/.test(text)) throw new Malformed('a version that is none')
  return { ...(text && { version: text }), groups: groups.sort((one, other) => one - other) }
}
