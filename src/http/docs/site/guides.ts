import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { resource } from '../../../resources.ts'
import { html } from '../html.ts'
import { renderMarkdown, type Section, type Written } from './markdown.ts'
import { placeOf } from './places.ts'

const ROOT = resource('.')

/** One page of the site in addition to the API. */
interface Guide extends Written {
  file: string
  place: string
}

export interface Guides {
  pages: ReadonlyMap<string, Guide>
  groups: readonly { title: string; guides: readonly Guide[] }[]
}

/** Every guide of the repository, read and rendered once: they do not change while the service runs. */
export function readGuides(): Guides {
  const files = globSync(
    ['docs/**/*.md', 'docs/examples/**/*.*', 'packages/*/README.md', 'deploy/README.md', 'README.md'],
    {
      cwd: ROOT,
    },
  )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/node_modules|tsconfig/.test(file))
    .sort()
  const isShown = (file: string) => files.includes(file) || (!file.endsWith('.md') && existsSync(join(ROOT, file)))
  const pages = new Map<string, Guide>()
  for (const file of files) {
    const place = placeOf(file)
    if (!place) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    const written = extname(file) === '.md' ? renderMarkdown(file, text, isShown) : sourcePage(file, text)
    pages.set(place, { ...written, file, place })
  }
  const byFile = new Map([...pages.values()].map((guide) => [guide.file, guide]))
  const listed = new Set(GUIDE_GROUPS.flatMap(({ files: names }) => names))
  const rest = [...byFile.values()].filter(
    ({ file }) => file.endsWith('.md') && !listed.has(file) && !UNLISTED.test(file),
  )
  return {
    pages,
    groups: [
      ...GUIDE_GROUPS.map(({ title, files: names }) => ({
        title,
        guides: names.flatMap((name) => byFile.get(name) ?? []),
      })),
      { title: REST, guides: rest },
    ].filter(({ guides }) => guides.length),
  }
}

/** A program of the examples, as it is. */
function sourcePage(file: string, text: string): Written {
  const title = file.slice('docs/examples/'.length)
  const body = html`<h1>${title}</h1><div class="code"><pre tabindex="0" aria-label="Program"><code>${text}</code></pre></div>`
  return { title, body, sections: [{ heading: title, anchor: '', text }] }
}

/** A picture of the guides, or undefined: only what lies in these two folders. */
export function readPicture(folder: string, name: string): { type: string; bytes: Buffer } | undefined {
  const type = PICTURES[extname(name)]
  const file = join(ROOT, 'docs', folder, name)
  if (!type || !/^(plots|screenshots)$/.test(folder) || !/^[\w.-]+$/.test(name) || !existsSync(file)) return undefined
  return { type, bytes: readFileSync(file) }
}

const PICTURES: Record<string, string> = { '.svg': 'image/svg+xml', '.webp': 'image/webp' }

/** The guides in the order of docs/README.md; what is not named here stands under the last heading. */
export const GUIDE_GROUPS: readonly { title: string; files: readonly string[] }[] = [
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
      'docs/webhooks.md',
      'packages/client/README.md',
      'packages/embed/README.md',
      'packages/chip-reader/README.md',
      'docs/errors.md',
      'docs/mobile.md',
      'docs/migrating.md',
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
      'docs/glossary.md',
      'docs/adding-a-factor.md',
      'docs/adding-a-check.md',
      'docs/adding-a-document.md',
      'docs/adding-a-model.md',
      'docs/adding-an-endpoint.md',
      'docs/adding-a-command.md',
      'docs/adding-a-capability.md',
      'docs/language.md',
    ],
  },
]

/** What stands in no group. Decisions are found by search and by links. */
const REST = 'More'
const UNLISTED = /^docs\/decisions\//

/** One thing that can be found: where it is, what it is called, and its words. */
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
