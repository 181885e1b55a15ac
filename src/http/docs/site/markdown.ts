import { Html, html } from '../html.ts'
import { anchorOf, resolveLink } from './places.ts'

/** A part of a page under its heading, for the search. */
export interface Section {
  heading: string
  anchor: string
  text: string
}

export interface Written {
  title: string
  body: Html
  sections: Section[]
}

/** A page of the repository as markup. Links that lead to what the site does not show become plain text. */
export function renderMarkdown(file: string, text: string, isShown: (file: string) => boolean): Written {
  const resolve: Resolve = (href) => resolveLink(file, href, isShown)
  const blocks = readBlocks(text)
  const title = blocks.find((block) => block.kind === 'heading')
  return {
    title: title ? plainText(title.text) : file,
    body: html`${blocks.map((block) => renderBlock(block, resolve))}`,
    sections: sectionsOf(blocks),
  }
}

function renderBlock(block: Block, resolve: Resolve): Html {
  const inline = (text: string) => renderInline(text, resolve)
  switch (block.kind) {
    case 'heading':
      return heading(block.depth, anchorOf(plainText(block.text)), inline(block.text))
    case 'code':
      return html`<div class="code"><pre tabindex="0" aria-label="${block.language ? `Code, ${block.language}` : 'Code'}"><code>${block.text}</code></pre></div>\n`
    case 'table':
      return html`<div class="wide" role="group" aria-label="Table" tabindex="0"><table>${
        block.head.some(Boolean)
          ? html`<thead><tr>${block.head.map((cell) => (cell ? html`<th scope="col">${inline(cell)}</th>` : html`<td></td>`))}</tr></thead>`
          : ''
      }<tbody>${block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody></table></div>\n`
    case 'list': {
      const items = block.items.map(
        ({ text, inner }) => html`<li>${inline(text)}${inner.map((each) => renderBlock(each, resolve))}</li>`,
      )
      return block.ordered ? html`<ol>${items}</ol>\n` : html`<ul>${items}</ul>\n`
    }
    case 'text':
      return html`<p>${inline(block.text)}</p>\n`
  }
}

function heading(depth: number, anchor: string, words: Html): Html {
  if (depth === 1) return html`<h1 id="${anchor}">${words}</h1>\n`
  if (depth === 2) return html`<h2 id="${anchor}">${words}</h2>\n`
  return depth === 3 ? html`<h3 id="${anchor}">${words}</h3>\n` : html`<h4 id="${anchor}">${words}</h4>\n`
}

function sectionsOf(blocks: Block[]): Section[] {
  const sections: Section[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const words = plainText(block.text)
      sections.push({ heading: words, anchor: anchorOf(words), text: '' })
      continue
    }
    if (!sections.length) sections.push({ heading: '', anchor: '', text: '' })
    const last = sections.at(-1) as Section
    last.text = `${last.text} ${wordsOf(block)}`.trim()
  }
  return sections
}

function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'table':
      return [block.head, ...block.rows].flat().map(plainText).join(' ')
    case 'list':
      return block.items.map(({ text, inner }) => [plainText(text), ...inner.map(wordsOf)].join(' ')).join(' ')
    default:
      return block.kind === 'code' ? block.text : plainText(block.text)
  }
}

/** A piece of a page as our guides are written: a part of Markdown, no more than they use. */
type Block =
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

/** Where a link leads; undefined where to nothing that is shown. */
type Resolve = (href: string) => string | undefined

const PIECE =
  /(`+)(.+?)\1|!\[([^\]]*)\]\(([^)\s]+)\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|(?<![\w*])\*(?!\s)([^*]+?)\*(?![\w*])|<(\/?)(sub|br|kbd)\s*\/?>/g

/** A line of prose as markup: code, links, pictures, strong, emphasis. Everything else is escaped. */
export function renderInline(text: string, resolve: Resolve): Html {
  const parts: (Html | string)[] = []
  let at = 0
  for (const match of text.matchAll(PIECE)) {
    parts.push(text.slice(at, match.index))
    parts.push(pieceOf(match, resolve))
    at = match.index + match[0].length
  }
  return html`${[...parts, text.slice(at)]}`
}

function pieceOf(match: RegExpExecArray, resolve: Resolve): Html {
  const [, , code, alt, picture, words, href, strong, emphasis, closing, tag] = match
  if (code !== undefined) return html`<code>${code}</code>`
  if (picture !== undefined) {
    const place = resolve(picture)
    return place === undefined ? html`${alt}` : html`<img src="${place}" alt="${alt}" loading="lazy">`
  }
  if (words !== undefined) {
    const place = resolve(href ?? '')
    const inside = renderInline(words, resolve)
    return place === undefined ? inside : html`<a href="${place}">${inside}</a>`
  }
  if (strong !== undefined) return html`<strong>${renderInline(strong, resolve)}</strong>`
  if (emphasis !== undefined) return html`<em>${renderInline(emphasis, resolve)}</em>`
  return new Html(`<${closing}${tag}>`)
}

/** The words of it alone. */
export function plainText(text: string): string {
  return text.replace(PIECE, (_all, _ticks, code, alt, _picture, words, _href, strong, emphasis) => {
    return code ?? alt ?? (words === undefined ? undefined : plainText(words)) ?? strong ?? emphasis ?? ''
  })
}
