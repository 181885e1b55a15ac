import { type Html, html } from './html.ts'
import type { Guides } from './site/guides.ts'

/** What somebody comes for, in three steps each. */
const TASKS = [
  {
    title: 'Integrate',
    about: 'For developers: from the first call to a result in your system.',
    steps: [
      ['/docs/guides/quick-start', 'Open a session', 'One call answers with a link for the person.'],
      ['/docs/guides/hosted-page', 'Send the person to the page', 'By redirect, in a frame, or with a QR code.'],
      ['/docs/guides/webhooks', 'Hear the result', 'A signed webhook says that it can be read.'],
    ],
  },
  {
    title: 'Decide',
    about: 'For those who answer for the outcome: what is approved, and by whom.',
    steps: [
      ['/docs/guides/assurance', 'Choose a level', 'What each level asks for, and what was measured of it.'],
      ['/docs/guides/trust-factors', 'Read a decision', 'Each factor is a question with a score and a reason.'],
      ['/docs/guides/console', 'Review a case', 'The queue, the evidence side by side, decisions by keys.'],
    ],
  },
  {
    title: 'Operate',
    about: 'For administrators: on your own machines, with your own keys.',
    steps: [
      ['/docs/guides/going-live', 'Go live', 'A list from the first start to real people.'],
      ['/docs/guides/operations', 'Run it', 'Backups, keys, several nodes, upgrades.'],
      ['/docs/guides/monitoring', 'Watch it', 'Figures, alarms, and what to do about each.'],
    ],
  },
] as const

const PHONES = [
  ['phone-en-US-1-welcome', 'The first screen: who asks, and what will happen'],
  ['phone-en-US-4-front', 'The camera with the outline on a document'],
  ['phone-way-challenge', 'The moves before the selfie'],
] as const

/** The beginning of the documentation: what it is for, and the ways in. */
export const landing = ({ pages }: Guides): Html => html`<header class="landing">
<div>
<h1>Confirm who somebody is, on your own machines</h1>
<p class="lead">A person photographs a document and takes a selfie. Limen reads both, compares them, and says whether to trust them and why.</p>
<p><a class="way" href="/docs/guides/quick-start">Quick start</a> <a href="#reference">API reference</a></p>
</div>
<div class="phones" aria-hidden="true">${PHONES.map(([name, alt]) => html`<img src="/docs/screenshots/${name}.webp" alt="${alt}" width="390" height="844">`)}</div>
</header>
<div class="tasks">${TASKS.map(
  ({ title, about, steps }) => html`<section><h2>${title}</h2><p>${about}</p>
<ol>${steps.map(([place, words, what]) => html`<li>${pages.has(place) ? html`<a href="${place}">${words}</a>` : html`<strong>${words}</strong>`}<span>${what}</span></li>`)}</ol></section>`,
)}</div>`
