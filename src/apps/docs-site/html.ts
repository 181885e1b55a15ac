/** Markup that needs no further escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = Html | string | number | undefined | readonly HtmlPart[]

/** A piece of a page. Every inserted value is escaped unless it is Html itself. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.map((string, index) => string + render(parts[index])).join(''))
}

/** One line of prose, with `code` between backticks. */
export function prose(text: string): Html {
  return new Html(escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>'))
}

function render(part: HtmlPart): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return escaped(String(part))
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
