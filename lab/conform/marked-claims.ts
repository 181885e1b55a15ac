import { createHash, randomBytes } from 'node:crypto'
import { isMap, isScalar, isSeq, type Node, parse, type Scalar } from 'yaml'
import { isObject } from '../../src/formats/jws/jws.ts'

/** A value, and which parts of it can be disclosed separately. */
type Marked = { members: { name: string | undefined; isHidden: boolean; value: Marked }[] } | { plain: unknown }

export function fromFrame(value: unknown, frame: unknown): Marked {
  if (!isObject(value) && !Array.isArray(value)) return { plain: value }
  const hidden = isObject(frame) && Array.isArray(frame._sd) ? frame._sd.map(String) : []
  const members = Object.entries(value).map(([name, each]) => ({
    name: Array.isArray(value) ? undefined : name,
    isHidden: hidden.includes(name),
    value: fromFrame(each, isObject(frame) ? frame[name] : undefined),
  }))
  return members.length > 0 ? { members } : { plain: value }
}

export function fromYaml(node: Node | null): Marked {
  if (isMap<Scalar, Node>(node) && node.items.length > 0)
    return {
      members: node.items.map(({ key, value }) => ({
        name: String(key.value),
        isHidden: key.tag === '!sd',
        value: fromYaml(value),
      })),
    }
  if (isSeq<Node>(node) && node.items.length > 0)
    return {
      members: node.items.map((item) => ({ name: undefined, isHidden: item.tag === '!sd', value: fromYaml(item) })),
    }
  // The value of a word with its own mark is its text, which is read again without the mark.
  if (isScalar(node))
    return { plain: node.tag === '!sd' && node.type === 'PLAIN' ? parse(node.source ?? '') : node.value }
  return { plain: isSeq(node) ? [] : isMap(node) ? {} : null }
}

const below = (shown: unknown, at: string | number): unknown =>
  Array.isArray(shown) ? shown[Number(at)] : isObject(shown) ? shown[at] : undefined

export function issue(marked: Marked, shown: unknown, disclosures: string[]): unknown {
  if ('plain' in marked) return marked.plain
  const isList = marked.members[0]?.name === undefined
  const [digests, open]: [string[], [string, unknown][]] = [[], []]
  const list = marked.members.map(({ name, isHidden, value }, index) => {
    const chosen = below(shown, name ?? index)
    const issued = issue(value, chosen, isHidden && !chosen ? [] : disclosures)
    if (!isHidden) {
      open.push([name ?? '', issued])
      return issued
    }
    const text = JSON.stringify([randomBytes(16).toString('base64url'), ...(name === undefined ? [] : [name]), issued])
    const disclosure = Buffer.from(text).toString('base64url')
    const digest = createHash('sha256').update(disclosure).digest('base64url')
    digests.push(digest)
    if (chosen) disclosures.push(disclosure)
    return { '...': digest }
  })
  return isList ? list : { ...Object.fromEntries(open), ...(digests.length > 0 && { _sd: digests }) }
}

/** What a verifier sees according to the row, unless the row writes it out. */
export function presented(marked: Marked, shown: unknown): unknown {
  if ('plain' in marked) return marked.plain
  const seen = marked.members.flatMap(({ name, isHidden, value }, index) => {
    const chosen = below(shown, name ?? index)
    return isHidden && !chosen ? [] : [[name ?? '', presented(value, chosen)] as const]
  })
  return marked.members[0]?.name === undefined ? seen.map(([, value]) => value) : Object.fromEntries(seen)
}
