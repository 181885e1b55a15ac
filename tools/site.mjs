// The guides of the documentation site: every page of the repository as markup, written into the build. The service only
// serves them.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { Marked } from 'marked'
import { highlight } from '../src/apps/docs-site/highlight.ts'
import { root } from './prepare.mjs'

/** The guides in the order of docs/README.md; all others are under the last heading. */
export const GUIDE_GROUPS = [
  {
    title: 'Quick start',
    files: ['README.md', 'docs/quick-start.md', 'docs/test-outcomes.md', 'docs/comparison.md'],
  },
  {
    title: 'Concepts',
    files: [
      'docs/flows.md',
      'docs/trust-factors.md',
      'docs/assurance.md',
      'docs/assurance-standards.md',
      'docs/chip.md',
      'docs/seals.md',
      'docs/wallets.md',
      'docs/screening.md',
      'docs/privacy.md',
    ],
  },
  {
    title: 'Integrate',
    files: [
      'docs/examples/README.md',
      'docs/hosted-page.md',
      'docs/openid.md',
      'docs/webhooks.md',
      'packages/client/README.md',
      'packages/embed/README.md',
      'packages/chip-reader/README.md',
      'docs/errors.md',
      'docs/mobile.md',
      'docs/migrating.md',
      'packages/specimen/README.md',
      'docs/specimens.md',
    ],
  },
  {
    title: 'Operate',
    files: [
      'docs/going-live.md',
      'docs/operations.md',
      'docs/stability.md',
      'docs/monitoring.md',
      'deploy/README.md',
      'docs/console.md',
      'docs/security.md',
      'docs/performance.md',
      'docs/load-tests.md',
      'docs/scale.md',
    ],
  },
  {
    title: 'Reference',
    files: [
      'docs/settings.md',
      'docs/commands.md',
      'docs/documents.md',
      'docs/personal-numbers.md',
      'docs/accuracy.md',
      'docs/accuracy-documents.md',
      'docs/accuracy-faces.md',
      'docs/accuracy-forgery.md',
      'docs/accuracy-page.md',
      'docs/iso-report.md',
    ],
  },
  {
    title: 'Internals',
    files: [
      'docs/architecture.md',
      'docs/parsers.md',
      'docs/glossary.md',
      'docs/adding-a-factor.md',
      'docs/adding-a-check.md',
      'docs/adding-a-document.md',
      'docs/adding-a-model.md',
      'docs/adding-an-endpoint.md',
      'docs/adding-a-command.md',
      'docs/adding-a-feature.md',
      'docs/adding-a-setting.md',
      'docs/language.md',
    ],
  },
]

/** Guides in no group. Decisions are found by search and by links. */
const REST = 'More'
const UNLISTED = /^docs\/decisions\//

/** Every guide, and the groups that list them by index. */
export function readSite() {
  const files = globSync(
    ['docs/**/*.md', 'docs/examples/**/*.*', 'packages/*/README.md', 'deploy/README.md', 'README.md'],
    { cwd: root },
  )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/node_modules|tsconfig/.test(file))
    .sort()
  const isShown = (file) => files.includes(file) || (!file.endsWith('.md') && existsSync(join(root, file)))
  const pages = files.flatMap((file) => {
    const place = placeOf(file)
    if (!place) return []
    const text = readFileSync(join(root, file), 'utf8')
    return [{ place, ...(extname(file) === '.md' ? renderGuide(file, text, isShown) : renderProgram(file, text)) }]
  })
  const listed = new Set(GUIDE_GROUPS.flatMap(({ files: names }) => names))
  const rest = files.filter((file) => file.endsWith('.md') && !listed.has(file) && !UNLISTED.test(file))
  const groups = [...GUIDE_GROUPS, { title: REST, files: rest }]
    .map(({ title, files: names }) => ({ title, places: names.map(placeOf).filter(Boolean) }))
    .filter(({ places }) => places.length)
  return { pages, groups }
}

/** An example program, unchanged. */
function renderProgram(file, text) {
  const title = file.slice('docs/examples/'.length)
  const body = `<h1>${escaped(title)}</h1>${codeBlock('Program', text, extname(file).slice(1))}`
  return { title, body, sections: [{ heading: title, anchor: '', text }] }
}

/** A page of the repository: its title, its markup, and its parts for the search. Links to what the site does not show become plain text. */
export function renderGuide(file, text, isShown) {
  const marked = markedFor((href) => resolveLink(file, href, isShown))
  const tokens = marked.lexer(text)
  const title = tokens.find(({ type }) => type === 'heading')
  return { title: title ? plainText(title) : file, body: marked.parser(tokens), sections: sectionsOf(tokens) }
}

function markedFor(resolve) {
  const picture = (href, alt) => {
    const place = resolve(href)
    return place ? `<img src="${escaped(place)}" alt="${escaped(alt)}" loading="lazy">` : escaped(alt)
  }
  return new Marked({
    // An address in a sentence is an example, and a tilde means "about".
    tokenizer: { url: () => undefined, del: () => undefined },
    renderer: {
      heading(token) {
        const tag = `h${Math.min(token.depth, 4)}`
        return `<${tag} id="${anchorOf(plainText(token))}">${this.parser.parseInline(token.tokens)}</${tag}>\n`
      },
      code({ text, lang }) {
        const [language] = lang?.split(' ') ?? []
        return `${codeBlock(language ? `Code, ${language}` : 'Code', text, language)}\n`
      },
      paragraph({ tokens }) {
        const words = this.parser.parseInline(tokens)
        // Pictures of a phone stand next to the text that follows.
        const pictures = tokens.filter(({ type, text }) => type !== 'text' || text.trim())
        const isPhones = pictures.every(({ type, href }) => type === 'image' && /\/phone-/.test(href))
        return `<p${isPhones ? ' class="phones"' : ''}>${words}</p>\n`
      },
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      table({ header, rows }) {
        const cell = ({ tokens }) => this.parser.parseInline(tokens)
        const head = header.map((each) => (each.text ? `<th scope="col">${cell(each)}</th>` : '<td></td>')).join('')
        const body = rows.map((row) => `<tr>${row.map((each) => `<td>${cell(each)}</td>`).join('')}</tr>`).join('')
        const heading = header.some(({ text }) => text) ? `<thead><tr>${head}</tr></thead>` : ''
        return `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>${heading}<tbody>${body}</tbody></table></div>\n`
      },
      link({ href, tokens }) {
        const [place, words] = [resolve(href), this.parser.parseInline(tokens)]
        return place ? `<a href="${escaped(place)}">${words}</a>` : words
      },
      image: ({ href, text }) => picture(href, text),
      html: ({ text }) => ownMarkup(text, picture),
    },
  })
}

/**
 * Markup of the front page, which sets the width of its pictures, and a few inline tags. Everything else is escaped.
 */
function ownMarkup(text, picture) {
  const own = /(<!--[\s\S]*?-->|<img\s[^>]*>|<\/?(?:p|sub|br|kbd)\s*\/?>)/
  return text
    .split(own)
    .map((part) => {
      if (part.startsWith('<!--')) return ''
      const [, href] = /^<img\s[^>]*src="([^"]+)"/.exec(part) ?? []
      if (href) return picture(href, / alt="([^"]*)"/.exec(part)?.[1] ?? '')
      return own.test(part) ? part : escaped(part)
    })
    .join('')
}

function sectionsOf(tokens) {
  const sections = []
  for (const token of tokens) {
    const words = plainText(token)
    if (token.type === 'heading')
      sections.push({ heading: words, anchor: anchorOf(words), depth: token.depth, text: '' })
    else if (!sections.length) sections.push({ heading: '', anchor: '', text: words })
    else sections.at(-1).text = `${sections.at(-1).text} ${words}`.trim()
  }
  return sections
}

/** Only the text of the markup. */
function plainText({ type, text = '', tokens, items, header, rows }) {
  if (type === 'html' || type === 'space') return ''
  if (type === 'br') return ' '
  if (rows) return [header, ...rows].flat().map(plainText).join(' ')
  if (items) return items.map(plainText).join(' ')
  const between = type === 'list_item' || type === 'blockquote' ? ' ' : ''
  return tokens ? tokens.map(plainText).join(between) : text.replaceAll('\n', ' ')
}

const codeBlock = (label, code, language) =>
  `<div class="code"><pre tabindex="0" aria-label="${escaped(label)}"><code>${highlight(code, language)}</code></pre></div>`

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character])

/** The address of a repository file on the site; undefined if it is not shown. */
export function placeOf(file) {
  if (file === 'openapi.json') return '/openapi.json'
  if (file === 'README.md') return '/docs/guides/overview'
  if (/^docs\/(plots|screenshots)\/[\w.-]+$/.test(file)) return `/${file}`
  // The front page of a folder represents it, unless a guide has that name.
  const front = /^(?:docs\/)?(examples|packages\/\w+|deploy)\/README\.md$/.exec(file)?.[1]
  const name = front ?? /^(?:docs\/)?(.+)\.md$/.exec(file)?.[1]
  if (name && !/^(README|CHANGELOG|CONTRIBUTING|SECURITY)$/.test(name)) return `/docs/guides/${name}`
  return /^docs\/examples\/[\w./-]+\.\w+$/.test(file) ? `/docs/guides/${file.slice('docs/'.length)}` : undefined
}

/** The target of a file's link on the site: a page of the site, another site, or undefined. */
export function resolveLink(from, href, isShown) {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  const [path = '', hash] = href.split('#')
  const file = posix.join(posix.dirname(from), path).replace(/\/$/, '')
  const shown = [file, `${file}/README.md`].find(isShown)
  const place = shown === undefined ? undefined : placeOf(shown)
  return place && (hash ? `${place}#${hash}` : place)
}

/** The anchor of a heading, as the pages link to it. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/<[^>]+>|&\w+;/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
