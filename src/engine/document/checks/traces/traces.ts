import { isCrushed } from '../../../picture/compression.ts'
import { applyHomography } from '../../../picture/matrix.ts'
import { mapQuad } from '../../../picture/quad.ts'
import { shareOf } from '../../../picture/share.ts'
import { photoMap } from '../../../picture/sheet.ts'
import type { PageCheck } from '../check.ts'
import { judgeTraces } from './judge-traces.ts'
import { lookAtTraces, type TraceMap } from './look-at-traces.ts'

/** Was the picture changed after it was taken, and did a camera take it? */
export const traces: PageCheck<TraceMap> = {
  name: 'traces',
  nets: ['traces'],
  lookEarly: ({ nets }, { photo, quad }) => lookAtTraces(nets, photo, quad),
  async judgePage({ nets }, { bytes, photo, quad, turns, document, boxes, portrait, taught }, map) {
    const inPhoto = photoMap(document, quad, turns)
    const known = {
      map,
      face: portrait && shareOf(portrait.face, document),
      // Only a taught document may be approved by its look, so only there it matters whether its values were copied.
      lines: taught && boxes.map((box) => mapQuad(box.quad, (corner) => applyHomography(inPhoto, corner))),
      isCrushed: isCrushed(bytes),
    }
    const { edits, editsUnjudged, camera, heat } = await judgeTraces(nets, { photo, quad, turns }, known)
    return {
      authenticity: { ...(edits && { edits }), ...(editsUnjudged && { editsUnjudged }), camera },
      ...(edits && heat && { heat: { map: heat, score: edits.score } }),
    }
  },
}
