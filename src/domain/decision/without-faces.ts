import type { FaceTemplate, PageReading } from '../document/document.ts'
import type { FaceReading } from '../face/face.ts'
import { reduceTemplates } from '../face/reduce-templates.ts'
import { photographLikeness } from '../face/same-photograph.ts'
import type { Evidence } from './factors/factor.ts'

/**
 * Evidence that decides the same and holds nothing by which a face could be found or shown elsewhere: of templates, how
 * they compare with each other; of the prints of two photographs, how alike they are.
 */
export function withoutFaces(evidence: Evidence): Evidence {
  const { document, face, chip } = evidence
  const pages = document?.pages ?? []
  const templates = [
    ...pages.flatMap(({ portrait, ghost }) => [portrait, ghost]),
    face?.template,
    chip?.portrait,
  ].filter((template) => template !== undefined)
  const small = new Map(reduceTemplates(templates).map((reduced, at) => [templates[at], reduced]))
  const reduce = (template: FaceTemplate) => small.get(template) ?? { ...template, values: [] }
  const likeness = likenessOf(pages, face)
  return {
    ...evidence,
    ...(document && { document: { ...document, pages: pages.map((page) => withoutPortrait(page, reduce)) } }),
    ...(face && { face: { ...withoutPhotograph(face), template: reduce(face.template) } }),
    ...(chip?.portrait && { chip: { ...chip, portrait: reduce(chip.portrait) } }),
    ...(likeness !== undefined && { photographs: { likeness } }),
  }
}

function withoutPortrait(page: PageReading, reduce: (template: FaceTemplate) => FaceTemplate): PageReading {
  const { portrait, ghost } = page
  return {
    ...withoutPhotograph(page),
    ...(portrait && { portrait: reduce(portrait) }),
    ...(ghost && { ghost: reduce(ghost) }),
  }
}

function withoutPhotograph<Reading extends PageReading | FaceReading>(reading: Reading): Reading {
  const { photograph: _, ...rest } = reading
  return rest as Reading
}

/** Of the selfie with the portrait that it is most like; undefined when there are no two that compare. */
function likenessOf(pages: readonly PageReading[], face: FaceReading | undefined): number | undefined {
  const selfie = face?.photograph
  const found = pages.flatMap(({ photograph }) => {
    const likeness = selfie && photograph && photographLikeness(photograph, selfie)
    return likeness === undefined ? [] : [likeness]
  })
  return found.length ? Math.max(...found) : undefined
}
