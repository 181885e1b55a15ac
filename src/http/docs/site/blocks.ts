/** A piece of a page as our guides are written: a part of Markdown, no more than they use. */
export type Block =
  | { kind: 'heading'; depth: number; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  | { kind: 'text'; text: string }

interface Item {
  text: string
  inner: Block[]
}

const HEADING = /^(#{1,6}) +(.*?) *#*$/
const FENCE = /^ *```(\S*)/
const INDENTED = /^ {4}\S/
const ITEM = /^( *)([-*]|\d+[.)]) +(.*)$/
const ROW = /^ *\|(.*)\| *$/
/** Markup of the front page, which gives its pictures a width. */
const PARAGRAPH = /^<\/?p>$/
const PICTURE = /^ *<img src="([^"]+)"[^>]* alt="([^"]*)"[^>]*>$/

/** The blocks of a page, from top to bottom. */
export function readBlocks(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  const take = (fits: (line: string) => boolean) => {
    const from = at
    while (at < lines.length && fits(lines[at] ?? '')) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = HEADING.exec(line)
    const fence = FENCE.exec(line)
    const picture = PICTURE.exec(line)
    if (!line.trim() || PARAGRAPH.test(line) || /^(---+|<!--.*-->)$/.test(line.trim())) at++
    else if (picture) {
      blocks.push({ kind: 'text', text: `![${picture[2]}](${picture[1]})` })
      at++
    } else if (heading) {
      blocks.push({ kind: 'heading', depth: heading[1]?.length ?? 1, text: heading[2] ?? '' })
      at++
    } else if (fence) {
      at++
      const code = take((each) => !/^ *```\s*$/.test(each))
      at++
      blocks.push({ kind: 'code', language: fence[1] ?? '', text: code.join('\n') })
    } else if (INDENTED.test(line)) {
      const code = take((each) => INDENTED.test(each))
      blocks.push({ kind: 'code', language: '', text: code.map((each) => each.slice(4)).join('\n') })
    } else if (ROW.test(line)) blocks.push(tableOf(take((each) => ROW.test(each))))
    else if (ITEM.test(line)) blocks.push(listOf(take((each) => ITEM.test(each) || /^ +\S/.test(each))))
    else blocks.push({ kind: 'text', text: take(isText).join(' ') })
  }
  return blocks
}

const isText = (line: string): boolean =>
  Boolean(line.trim()) && !HEADING.test(line) && !FENCE.test(line) && !ROW.test(line) && !ITEM.test(line)

function tableOf(lines: string[]): Block {
  // A bar inside a cell is written with a backslash.
  const rows = lines.map((line) =>
    (ROW.exec(line)?.[1] ?? '').split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
  const [head = [], second = [], ...rest] = rows
  const ruled = second.every((cell) => /^:?-+:?$/.test(cell))
  return ruled ? { kind: 'table', head, rows: rest } : { kind: 'table', head: [], rows }
}

/** Items at the indent of the first; what is indented further belongs to the item above it. */
function listOf(lines: string[]): Block {
  const [, indent = '', mark = '-'] = ITEM.exec(lines[0] ?? '') ?? []
  const items: { text: string; lines: string[] }[] = []
  for (const line of lines) {
    const [, before = '', , text = ''] = ITEM.exec(line) ?? []
    const last = items.at(-1)
    if (ITEM.test(line) && before.length <= indent.length) items.push({ text, lines: [] })
    else if (ITEM.test(line) || last?.lines.length) last?.lines.push(line)
    else if (last) last.text += ` ${line.trim()}`
  }
  return {
    kind: 'list',
    ordered: /\d/.test(mark),
    items: items.map(({ text, lines: inner }) => ({ text, inner: readBlocks(inner.join('\n')) })),
  }
}
