import { boundsOf } from '../../picture/box.ts'
import { lossOf } from '../../picture/compression.ts'
import { longSideOf } from '../../picture/quad.ts'
import { photoMap } from '../../picture/sheet.ts'
import { judgeReference } from '../../taught/judge-reference.ts'
import type { PageCheck } from './check.ts'

/** Does the document look like its taught model? */
export const reference: PageCheck = {
  name: 'reference',
  nets: [],
  async judgePage({ taughtDocuments }, { bytes, photo, quad, turns, document, boxes, taught }) {
    const found =
      taught &&
      judgeReference(
        taught,
        await taughtDocuments.reference(taught.model),
        document,
        { photo, map: photoMap(document, quad, turns), across: longSideOf(quad), loss: lossOf(bytes) },
        boxes.map((box) => boundsOf(box.quad)),
      )
    if (!found) return {}
    return { authenticity: { reference: found.trace }, heat: { map: found.heat, score: found.trace.score } }
  },
}
