import type { PageArea, PicturePreview, TeachingPicture, TeachRequest } from '../contract/documents.ts'

/** A document that is being taught, before it is sent. */
export interface Draft {
  pages: Page[]
  marks: Marks
}

interface Page {
  given: TeachingPicture
  look: PicturePreview
  /** The field of each line, by the number of the line. */
  fields: Record<number, Field>
}

export type Field = TeachRequest['named'][number]['field']
export type Mark = 'portrait' | 'ghostPortrait'
export type Marks = Partial<Record<Mark, PageArea>>
export const MARKS: Record<Mark, string> = { portrait: 'Portrait', ghostPortrait: 'Second portrait (ghost image)' }

export const MOST_PICTURES = 20

/**
 * Adds a picture. The first one starts with all suggested fields; for the others the differences are found
 * automatically.
 */
export function addPage(draft: Draft, given: TeachingPicture, look: PicturePreview): Draft {
  const isFirst = draft.pages.length === 0
  const fields = isFirst ? suggestedFields(look) : {}
  return {
    pages: [...draft.pages, { given, look, fields }],
    marks: isFirst ? foundMarks(look) : draft.marks,
  }
}

/**
 * Removes a picture. If it was the first, the next one starts again with its suggestions, since marks are on the first
 * picture.
 */
export function removePage({ pages, marks }: Draft, at: number): Draft {
  const left = pages.filter((_, index) => index !== at)
  const [first, ...rest] = left
  if (at > 0 || !first) return { pages: left, marks: first ? marks : {} }
  const fields = Object.keys(first.fields).length ? first.fields : suggestedFields(first.look)
  return { pages: [{ ...first, fields }, ...rest], marks: foundMarks(first.look) }
}

/** Labels a line with a field; undefined removes the label. */
export function nameLine({ pages, marks }: Draft, at: number, line: number, field: Field | undefined): Draft {
  const changed = pages.map((page, index) => {
    if (index !== at) return page
    const { [line]: _, ...others } = page.fields
    return { ...page, fields: field === undefined ? others : { ...others, [line]: field } }
  })
  return { pages: changed, marks }
}

export function setMark({ pages, marks }: Draft, mark: Mark, place: PageArea | undefined): Draft {
  const { [mark]: _, ...others } = marks
  return { pages, marks: place ? { ...others, [mark]: place } : others }
}

export const namedOf = ({ pages }: Draft): TeachRequest['named'] =>
  pages.flatMap(({ look, fields }, picture) =>
    Object.entries(fields).flatMap(([line, field]) => {
      const box = look.lines[Number(line)]?.box
      return box ? [{ picture, field, box }] : []
    }),
  )

function suggestedFields({ lines }: PicturePreview): Record<number, Field> {
  return Object.fromEntries(lines.flatMap(({ suggested }, line) => (suggested ? [[line, suggested]] : [])))
}

function foundMarks({ zones }: PicturePreview): Marks {
  const found = (Object.keys(MARKS) as Mark[]).map((mark) => [mark, zones.find(({ name }) => name === mark)?.box])
  return Object.fromEntries(found.filter(([, box]) => box))
}
