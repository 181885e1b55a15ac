import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { GUIDES, resource } from '../../../platform/resources.ts'
import { Html, html } from '../html.ts'

/** A part of a page under its heading, for the search. */
export interface Section {
  heading: string
  anchor: string
  /** 2 for a part of the page, 3 for a part of that. */
  depth?: number
  text: string
}

/** One page of the site in addition to the API. */
interface Guide {
  place: string
  title: string
  body: Html
  sections: Section[]
}

export interface Guides {
  pages: ReadonlyMap<string, Guide>
  groups: readonly { title: string; guides: readonly Guide[] }[]
}

/** What tools/site.mjs writes. */
interface Site {
  pages: (Omit<Guide, 'body'> & { body: string })[]
  groups: { title: string; places: string[] }[]
}

/** Every guide of the repository, as the build has rendered it; none in a checkout that was not built. */
export function readGuides(): Guides {
  if (!existsSync(GUIDES)) return { pages: new Map(), groups: [] }
  const site = JSON.parse(readFileSync(GUIDES, 'utf8')) as Site
  const pages = new Map(site.pages.map((page) => [page.place, { ...page, body: new Html(page.body) }]))
  return {
    pages,
    groups: site.groups.map(({ title, places }) => ({
      title,
      guides: places.flatMap((place) => pages.get(place) ?? []),
    })),
  }
}

/** A picture of the guides, or undefined: only files in these two folders. */
export function readPicture(folder: string, name: string): { type: string; bytes: Buffer } | undefined {
  const type = PICTURES[extname(name)]
  const file = resource(`docs/${folder}/${name}`)
  if (!type || !/^(plots|screenshots)$/.test(folder) || !/^[\w.-]+$/.test(name) || !existsSync(file)) return undefined
  return { type, bytes: readFileSync(file) }
}

const PICTURES: Record<string, string> = { '.svg': 'image/svg+xml', '.webp': 'image/webp' }

/** One search result: its address, title and words. */
interface Findable {
  place: string
  page: string
  heading: string
  text: string
}

/** Everything on the site, part by part. */
export function searchIndex({ pages }: Guides, api: readonly Section[]): Findable[] {
  const found = [...pages.values()].flatMap(({ place, title, sections }) =>
    sections.map(({ heading, anchor, text }) => ({
      place: anchor ? `${place}#${anchor}` : place,
      page: title,
      heading: heading || title,
      text: text.trim(),
    })),
  )
  return [
    ...api.map(({ heading, anchor, text }) => ({ place: `/docs#${anchor}`, page: 'API reference', heading, text })),
    ...found,
  ]
}

export interface SitePage {
  title: string
  /** The page's address, to mark it in the contents. */
  place: string
  body: Html
  /** The headings of a guide, for the contents at its side. */
  sections?: readonly Section[]
  /** Links to the parts of this page. */
  parts?: readonly { title: string; links: readonly (readonly [string, string])[] }[]
}

/** A page of the site: contents at the side, the search above them, one script of this service. */
export function frame({ groups }: Guides, { title, place, body, sections = [], parts = [] }: SitePage): string {
  const own = sections.filter(({ depth, anchor }) => depth === 2 && anchor)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Limen</title>
<link rel="stylesheet" href="/docs/style.css">
<link rel="icon" href="data:,">
<script type="module" src="/docs/browser/page.js"></script>
</head>
<body>
<a class="skip" href="#top">Skip to the text</a>
<nav aria-label="Contents">
<a class="name" href="/docs">Limen</a>
<form class="search" role="search" hidden><label for="search">Search</label><input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false"><ul class="found" aria-label="Found"></ul><p class="words" role="status"></p></form>
<details class="contents" open><summary>Contents</summary>
<ul>${link('/docs', 'Start and API reference', place)}</ul>
${parts.map((part) => html`<h2>${part.title}</h2><ul>${part.links.map(([to, words]) => link(to, words, place))}</ul>`)}
${groups.map((group) => html`<details${group.guides.some((guide) => guide.place === place) ? OPEN : undefined}><summary>${group.title}</summary><ul>${group.guides.map((guide) => link(guide.place, guide.title, place))}</ul></details>`)}
</details>
</nav>
<main id="top" tabindex="-1">
${body}
</main>
${own.length > 1 ? html`<nav class="on-page" aria-label="On this page"><h2>On this page</h2><ul>${own.map(({ heading, anchor }) => link(`#${anchor}`, heading, place))}</ul></nav>` : undefined}
</body>
</html>
`.text
}

const OPEN = html` open`

const link = (to: string, words: string, place: string): Html =>
  to === place
    ? html`<li><a href="${to}" aria-current="page">${words}</a></li>`
    : html`<li><a href="${to}">${words}</a></li>`
