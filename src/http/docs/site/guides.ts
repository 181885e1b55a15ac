import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { GUIDES, resource } from '../../../resources.ts'
import { Html } from '../html.ts'

/** A part of a page under its heading, for the search. */
export interface Section {
  heading: string
  anchor: string
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

/** A picture of the guides, or undefined: only what lies in these two folders. */
export function readPicture(folder: string, name: string): { type: string; bytes: Buffer } | undefined {
  const type = PICTURES[extname(name)]
  const file = resource(`docs/${folder}/${name}`)
  if (!type || !/^(plots|screenshots)$/.test(folder) || !/^[\w.-]+$/.test(name) || !existsSync(file)) return undefined
  return { type, bytes: readFileSync(file) }
}

const PICTURES: Record<string, string> = { '.svg': 'image/svg+xml', '.webp': 'image/webp' }

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
