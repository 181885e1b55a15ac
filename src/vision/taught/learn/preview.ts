import { accept, type Result } from '../../../formats/result.ts'
import { readPage } from '../../document/read-page.ts'
import type { PageLook, Trial, TriedPage } from '../../engine.ts'
import { toJpeg } from '../../picture/decode.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { DocumentRefusal } from '../../refusals.ts'
import { MODEL_ZONES } from '../model.ts'
import { placeOf } from '../print.ts'
import { openTaughtDocuments } from '../taught-documents.ts'
import { stretch } from './find-named.ts'
import { studyPage } from './study-page.ts'

/** Reads a picture with the model in addition to the models in use; it replaces any other version of itself. */
export async function tryDocument(
  context: ReadContext,
  { picture, model }: Trial,
): Promise<Result<TriedPage, DocumentRefusal>> {
  const others = context.taughtDocuments.models.filter(({ id }) => id !== model.id)
  const taughtDocuments = openTaughtDocuments([...others, model])
  const read = await readPage({ ...context, taughtDocuments }, picture, { alwaysHeat: true })
  if (!read.ok) return read
  const { reading, images } = read.value
  const recognised = reading.taught?.id === model.id && reading.taught.version === model.version
  return accept({ recognised, reading, images })
}

/** A picture as it is shown to the teacher: straightened, with every line that was read and its possible meaning. */
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
      // A line with a label and a value, or with two values, is shown in parts.
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
