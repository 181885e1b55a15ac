import { readFileSync } from 'node:fs'
import { PROBLEMS, type ProblemCode } from '../../kernel/contract/problem.ts'
import { resource } from '../../platform/resources.ts'
import { type Html, html, prose } from './html.ts'
import { landing } from './landing.ts'
import { article } from './reference/article.ts'
import { type Entry, entriesOf, fieldList, jsonOf, type OpenApi } from './reference/document.ts'
import { REMEDIES } from './reference/remedies.ts'
import { frame, type Guides, type Section, type SitePage } from './site/guides.ts'

export const docsStyle = ['ui/tokens.css', 'docs-site/style.css', 'docs-site/reference.css', 'docs-site/landing.css']
  .map((name) => readFileSync(resource(`src/apps/${name}`), 'utf8'))
  .join('\n')

/** The OpenAPI document as one page to read and to try, without external resources. */
export function renderDocs(openapi: object, guides: Guides, demo: boolean): string {
  return frame(guides, referencePage(openapi as OpenApi, guides, demo))
}

/** What the search finds on that page. */
export function referenceSections(openapi: object): Section[] {
  const entries = entriesOf(openapi as OpenApi).map(({ id, summary, method, path, description }) => ({
    heading: summary ?? path,
    anchor: id,
    text: `${method} ${path} ${description ?? ''}`,
  }))
  const codes = Object.entries(PROBLEMS).map(([code, [status, meaning]]) => ({
    heading: code,
    anchor: code,
    text: `${status} ${meaning} ${REMEDIES[code as ProblemCode]}`,
  }))
  return [...entries, ...codes]
}

function referencePage(document: OpenApi, guides: Guides, demo: boolean): SitePage {
  const entries = entriesOf(document)
  const tags = (document.tags ?? []).filter(({ name }) => entries.some((entry) => entry.tags?.includes(name)))
  const inTag = (name: string) => entries.filter((entry) => entry.tags?.includes(name))
  const hooks = Object.entries(document.webhooks ?? {})
  const components = document.components?.schemas ?? {}
  const { title, version, summary, description } = document.info
  const body = html`${landing(guides)}
<h2 id="reference">${title} API</h2>
<p>${summary ?? ''}, version ${version}. As data: <a href="/openapi.json">openapi.json</a></p>
<p>${prose(description ?? '')}</p>
<h3 id="calling">Calling it</h3>
<p>${prose('In the examples `LIMEN_URL` is the address of the service, `LIMEN_USERNAME` and `LIMEN_PASSWORD` are your credential, and `SESSION_ID` and `ACCESS_TOKEN` are what `initialize` answered. The answers next to them were recorded from a running service with a specimen of a fictional person.')}</p>
<p class="words">Fields that are not described may appear in answers of later versions: ignore what you do not know. Times are UTC.</p>
${trialPanel(demo)}
${tags.map(({ name, description: words }) => html`<h2 id="tag-${name}">${name}</h2><p>${prose(words ?? '')}</p>${inTag(name).map((entry: Entry) => article(entry, components))}`)}
<h2 id="webhooks">Webhooks</h2>
${hooks.map(([name, { post }]) => {
  const schema = jsonOf(post?.requestBody?.content)
  return html`<article id="${name}"><h3>${post?.summary ?? name}</h3><p>${prose(post?.description ?? '')}</p>${schema ? fieldList(schema, components) : ''}</article>`
})}
<h2 id="problems">Problem codes</h2>
<p>Errors outside the enrolment endpoints are <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable.</p>
${fieldList(components.Problem ?? {}, components)}
<p>The enrolment endpoints answer instead:</p>
${fieldList(components.EnrolmentError ?? {}, components)}
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">What to do</th></tr></thead><tbody>
${Object.entries(PROBLEMS).map(([code, [status, meaning]]) => html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${prose(meaning)}</td><td>${prose(REMEDIES[code as ProblemCode])}</td></tr>`)}
</tbody></table>`
  return {
    title: `${title} API`,
    place: '/docs',
    body,
    parts: [
      ...tags.map(({ name }) => ({
        title: name,
        links: inTag(name).map(({ id, summary: words, path }) => [`#${id}`, words ?? path] as const),
      })),
      {
        title: 'Webhooks and problems',
        links: [
          ...hooks.map(([name, { post }]) => [`#${name}`, post?.summary ?? name] as const),
          ['#problems', 'Problem codes'],
        ],
      },
    ],
  }
}

/** Where the reader enters a credential; the script fills in the rest. Without a script nothing can be tried. */
const trialPanel = (
  demo: boolean,
): Html => html`<form class="trial" id="try" hidden data-demo="${demo ? 'true' : 'false'}">
<h3>Try it</h3>
<p>${prose('With a credential for **test mode**: it opens a session of its own, and every *Try it* below works on that. It stays in this tab.'.replaceAll('*', ''))}</p>
<label>API username <input name="username" autocomplete="off" required></label>
<label>API password <input name="password" type="password" autocomplete="off" required></label>
<button type="submit">Open a session</button>
<p role="status"></p>
</form>`
