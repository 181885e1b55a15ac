import type { PageReading } from '../document/document.ts'
import type { FaceReading } from '../face/face.ts'
import { withoutTemplates } from '../face/forget-face.ts'
import { photographLikeness } from '../face/same-photograph.ts'
import type { Evidence } from './factors/factor.ts'

/**
 * Evidence that decides the same and holds nothing by which a face could be found or shown elsewhere: of templates, how
 * they compare with each other; of the prints of two photographs, how alike they are.
 */
export function withoutFaces(evidence: Evidence): Evidence {
  const { document, face } = evidence
  const reduced = withoutTemplates(evidence)
  const likeness = likenessOf(document?.pages ?? [], face)
  return {
    ...reduced,
    ...(reduced.document && {
      document: { ...reduced.document, pages: reduced.document.pages.map(withoutPhotograph) },
    }),
    ...(reduced.face && { face: withoutPhotograph(reduced.face) }),
    ...(likeness !== undefined && { photographs: { likeness } }),
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
