import { pickPortrait } from '../../../../src/vision/document/find-portraits.ts'
import { findOutline } from '../../../../src/vision/document/outline/find-outline.ts'
import type { ReferenceReading } from '../../../../src/vision/document/page-reading.ts'
import { turnAgain, turnUpright } from '../../../../src/vision/document/turn-upright.ts'
import { findFaces } from '../../../../src/vision/face/detect-faces.ts'
import { type Box, boundsOf } from '../../../../src/vision/picture/box.ts'
import { applyHomography } from '../../../../src/vision/picture/matrix.ts'
import type { Picture, Size } from '../../../../src/vision/picture/picture.ts'
import { longSideOf, mapQuad, quadOfPicture } from '../../../../src/vision/picture/quad.ts'
import { photoMap } from '../../../../src/vision/picture/sheet.ts'
import type { ReadContext, ReadEngine } from '../../../../src/vision/read-engine.ts'
import { judgeReference } from '../../../../src/vision/taught/judge-reference.ts'
import { recognise } from '../../../../src/vision/taught/recognise.ts'
import type { Original } from './imitate/imitate.ts'

/** The result of comparing one picture with a reference. */
export interface ComparedPhoto {
  isRecognised: boolean
  score?: number | undefined
  /** Could its fine pattern and its print be judged? */
  isWhole: boolean
}

/** Compares a photo with the taught documents like in a reading; its text is not read. */
export async function comparePhoto(engine: ReadEngine, photo: Picture): Promise<ComparedPhoto> {
  const { value } = await engine.read(async (context) => {
    const laid = await layPhoto(context, photo)
    return laid && (judgeReference(laid.recognised, laid.reference, laid.page, laid.source, laid.lines)?.trace ?? {})
  })
  const { score, properties } = (value ?? {}) as Partial<ReferenceReading>
  return {
    isRecognised: value !== undefined,
    score,
    isWhole: properties?.pattern != null && properties.print !== null,
  }
}

/** A photo of a taught document, ready to be compared; undefined if it is not reliably recognised. */
export async function layPhoto(context: ReadContext, photo: Picture) {
  const outline = await findOutline(context, photo)
  const upright = await turnUpright(context, photo, outline)
  const recognised = await recognise(context.taughtDocuments, upright.document)
  // A reading compares weakly recognised documents only if the text agrees, and no text is read here.
  if (!recognised?.isSure) return undefined
  const { document: page, boxes, turns } = turnAgain(upright, photo, outline, recognised.turns)
  return {
    recognised,
    page,
    reference: await context.taughtDocuments.reference(recognised.model),
    source: { photo, map: photoMap(page, outline.quad, turns), across: longSideOf(outline.quad) },
    lines: boxes.map(({ quad }) => boundsOf(quad)),
  }
}

/** The position of the document in its photo, and its content. */
export async function originalOf(engine: ReadEngine, photo: Picture): Promise<Omit<Original, 'seed'>> {
  const { value } = await engine.read(async (context) => {
    const outline = await findOutline(context, photo)
    const { document, boxes, turns } = await turnUpright(context, photo, outline)
    const face = pickPortrait(await findFaces(context.nets, document), document)
    const map = photoMap(document, outline.quad, turns)
    return {
      photo,
      quad: mapQuad(quadOfPicture(document), (corner) => applyHomography(map, corner)),
      lines: boxes.map(({ quad }) => shareOf(boundsOf(quad), document)),
      portrait: face && shareOf(portraitAround(face), document),
    }
  })
  return value
}

const shareOf = ({ x, y, width, height }: Box, size: Size): Box => ({
  x: x / size.width,
  y: y / size.height,
  width: width / size.width,
  height: height / size.height,
})

/** The portrait around a face, including the shoulders. */
const portraitAround = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.25 * width,
  y: y - 0.35 * height,
  width: 1.5 * width,
  height: 1.8 * height,
})
