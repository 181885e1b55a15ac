import type { Guides } from './guides.ts'
import type { Section } from './markdown.ts'

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
