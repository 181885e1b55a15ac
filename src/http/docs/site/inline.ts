import { Html, html } from '../html.ts'

/** Where a link leads; undefined where to nothing that is shown. */
export type Resolve = (href: string) => string | undefined

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
