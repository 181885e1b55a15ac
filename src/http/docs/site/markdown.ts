import { type Html, html } from '../html.ts'
import { type Block, readBlocks } from './blocks.ts'
import { plainText, type Resolve, renderInline } from './inline.ts'
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
