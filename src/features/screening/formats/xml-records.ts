import { SaxesParser } from 'saxes'
import { UnreadableList } from './list-reader.ts'

/** An element with its contents. Names are without their namespace. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

/** The most elements in one record: far more than any list has, and few enough to hold in memory. */
const MOST_ELEMENTS = 200_000
/** Published lists nest 12 elements deep. */
const MOST_DEPTH = 64

/**
 * Reads a document as a stream and yields complete elements with the given names, one after the other. The root comes
 * first, without its contents. Entities that a document declares are not expanded.
 */
export async function* readXmlRecords(
  chunks: AsyncIterable<string>,
  records: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser({ position: true })
  const open: XmlElement[] = []
  let ready: XmlElement[] = []
  let depth = 0
  let held = 0
  let fault: Error | undefined
  parser.on('error', (error) => {
    fault ??= new UnreadableList(`is not well-formed XML: ${error.message}`)
  })
  parser.on('doctype', () => {
    fault ??= new UnreadableList('has a document type declaration, which no list needs')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > MOST_DEPTH) throw new UnreadableList(`nests more than ${MOST_DEPTH} elements`)
    const local = localName(name)
    const inside = open.at(-1)
    if (!inside && depth > 1 && !records.has(local)) return
    held += 1
    if (held > MOST_ELEMENTS) fault ??= new UnreadableList(`has a record of more than ${MOST_ELEMENTS} elements`)
    const plain = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value]))
    const element: XmlElement = { name: local, attributes: plain, children: [], text: '' }
    if (depth === 1) {
      ready.push(element)
      return
    }
    inside?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const inside = open.at(-1)
    if (inside) inside.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth -= 1
    const closed = open.pop()
    if (!closed || open.length) return
    held = 0
    ready.push(closed)
  })
  for await (const chunk of chunks) {
    parser.write(chunk)
    if (fault) throw fault
    yield* ready
    ready = []
  }
  parser.close()
  if (fault) throw fault
  yield* ready
}

/**
 * A name without its prefix. What the prefix stands for is not looked up: the parser would search all open elements for
 * it.
 */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The elements at a path of names. */
export const at = (element: XmlElement, ...path: string[]): XmlElement[] =>
  path.reduce(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )

export const textOf = (element: XmlElement | undefined): string => element?.text.trim() ?? ''

/** The texts at a path, without empty ones. */
export const texts = (element: XmlElement, ...path: string[]): string[] =>
  at(element, ...path)
    .map(textOf)
    .filter(Boolean)
