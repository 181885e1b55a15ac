import type { PageLook } from '../../../actions/ports/teaching.ts'
import { MODEL_ZONES } from '../../../domain/document/model.ts'
import { toJpeg } from '../../picture/decode.ts'
import type { ReadContext } from '../../read-engine.ts'
import { placeOf } from '../place.ts'
import { stretch } from './find-named.ts'
import { studyPage } from './study-page.ts'

/** A picture as its teacher is shown it: straightened, with every line that was read and what it may be. */
export async function lookAtPage(context: ReadContext, bytes: Uint8Array): Promise<PageLook> {
  const page = await studyPage(context, bytes)
  const { document, lines, suggested, kind } = page
  return {
    isFound: page.isFound,
    picture: await context.time('cut-images', () => toJpeg(document)),
    width: document.width,
    height: document.height,
    lines: lines.flatMap(({ text, box, confidence }, i) => {
      if (!text.trim()) return []
      const sure = Math.round(100 * confidence)
      const parts = suggested.get(i) ?? []
      // A line of a label and a value, or of two values, is shown in parts.
      const inParts = parts.map(({ name, start, end }) => ({
        text: text.slice(start, end),
        box: placeOf(stretch(box, text, start, end), document),
        confidence: sure,
        suggested: name,
      }))
      return inParts.length ? inParts : [{ text, box: placeOf(box, document), confidence: sure }]
    }),
    zones: MODEL_ZONES.flatMap((name) => {
      const box = page[name]
      return box ? [{ name, box: placeOf(box, document) }] : []
    }),
    ...(kind?.country && { kind: { country: kind.country, type: kind.type, side: kind.side } }),
  }
}
