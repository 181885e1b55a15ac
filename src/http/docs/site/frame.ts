import { type Html, html } from '../html.ts'
import type { Guides } from './guides.ts'

export interface SitePage {
  title: string
  /** Where it is, to mark it in the contents. */
  place: string
  body: Html
  /** Links to the parts of this very page. */
  parts?: readonly { title: string; links: readonly (readonly [string, string])[] }[]
}

/** A page of the site: contents at the side, the search above them, one script of this service. */
export function frame({ groups }: Guides, { title, place, body, parts = [] }: SitePage): string {
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
<form class="search" role="search" hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" spellcheck="false"><ul class="found" aria-label="Found"></ul><p class="words" role="status"></p></form>
<details class="contents" open><summary>Contents</summary>
<ul>${link('/docs', 'API reference', place)}</ul>
${parts.map((part) => html`<h2>${part.title}</h2><ul>${part.links.map(([to, words]) => link(to, words, place))}</ul>`)}
${groups.map((group) => html`<h2>${group.title}</h2><ul>${group.guides.map((guide) => link(guide.place, guide.title, place))}</ul>`)}
</details>
</nav>
<main id="top" tabindex="-1">
${body}
</main>
</body>
</html>
`.text
}

const link = (to: string, words: string, place: string): Html =>
  to === place
    ? html`<li><a href="${to}" aria-current="page">${words}</a></li>`
    : html`<li><a href="${to}">${words}</a></li>`
