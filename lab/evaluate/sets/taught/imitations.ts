import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ReferenceReading } from '../../../../src/domain/document/document.ts'
import type { DocumentModel } from '../../../../src/domain/document/model.ts'
import { turnAgain, turnUpright } from '../../../../src/engine/document/orientation/turn-upright.ts'
import { findOutline } from '../../../../src/engine/document/outline/find-outline.ts'
import { pickPortrait } from '../../../../src/engine/document/portrait/pick-portrait.ts'
import { findFaces } from '../../../../src/engine/face/detect-faces.ts'
import { type Box, boundsOf } from '../../../../src/engine/picture/box.ts'
import { decode, toJpeg } from '../../../../src/engine/picture/decode.ts'
import { applyHomography } from '../../../../src/engine/picture/matrix.ts'
import type { Picture, Size } from '../../../../src/engine/picture/picture.ts'
import { longSideOf, mapQuad, quadOfPicture } from '../../../../src/engine/picture/quad.ts'
import { photoMap } from '../../../../src/engine/picture/sheet.ts'
import type { ReadContext, ReadEngine } from '../../../../src/engine/read-engine.ts'
import { judgeReference } from '../../../../src/engine/taught/judge-reference.ts'
import { recognise } from '../../../../src/engine/taught/recognise.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { imitate, type Original } from './imitate/imitate.ts'
import { METHODS } from './imitate/methods.ts'
import type { Method } from './imitate/scene.ts'
import { type Compared, imitationTables, tallyImitations } from './tally-imitations.ts'
import { type Entry, SHOTS, teach } from './teach-entry.ts'

/** Of each document so many genuine pictures are imitated, by every method. */
const IMITATED = 2

/**
 * Imitations of taught documents by methods that the labelled ones have and others, made from genuine pictures. Each is
 * compared with its reference as a reading does it; its text is not read.
 */
export const imitations: EvaluationSet = {
  name: 'imitations',
  folder: 'taught',
  async run({ engine, folder, progress, part, earlier }) {
    const all = JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8')) as Entry[]
    const from = part?.from ?? 0
    const entries = all.slice(from, from + (part?.count ?? all.length))
    const compared: Compared[] = [...((earlier as { compared?: Compared[] } | undefined)?.compared ?? [])]
    let done = 0
    for (const entry of entries) {
      const taughtWith: { shots: number; model: DocumentModel | undefined }[] = []
      for (const shots of SHOTS) taughtWith.push({ shots, model: (await teach(engine, folder, entry, shots)).model })
      const compareAll = async (photo: Picture, method?: Method) => {
        for (const { shots, model } of taughtWith) {
          engine.useModels(model ? [model] : [])
          compared.push({
            model: entry.model,
            shots,
            isScan: entry.capture === 'flatbed scan',
            ...(method && { method: method.name, family: method.family }),
            ...(await compare(engine, photo)),
          })
        }
      }
      for (const [i, { file }] of entry.test.entries()) {
        const photo = await decode(await readFile(path.join(folder, file)))
        await compareAll(photo)
        if (i >= IMITATED) continue
        const original = await originalOf(engine, photo)
        for (const [m, method] of METHODS.entries()) {
          const made = await imitate({ ...original, seed: 100 * i + 7 * m }, method)
          await compareAll(await decode(await toJpeg(made)), method)
        }
      }
      progress(++done, entries.length)
    }
    engine.useModels([])
    const json = { ...tallyImitations(compared), compared }
    return { json, figures: tallyImitations(compared), tables: imitationTables(json) }
  },
}

/** What the comparison says of a photo. */
async function compare(
  engine: ReadEngine,
  photo: Picture,
): Promise<Pick<Compared, 'isRecognised' | 'score' | 'isWhole'>> {
  const { value } = await engine.read((context) => compareIn(context, photo))
  return {
    isRecognised: value !== 'unknown',
    score: value === 'unknown' ? undefined : value?.score,
    isWhole: value !== 'unknown' && value?.properties?.pattern != null,
  }
}

async function compareIn(context: ReadContext, photo: Picture): Promise<ReferenceReading | 'unknown' | undefined> {
  const outline = await findOutline(context, photo)
  const upright = await turnUpright(context, photo, outline)
  const found = await recognise(context.taughtDocuments, upright.document)
  // A reading compares what is hardly recognised only where the text says the same, and no text is read here.
  if (!found?.isSure) return 'unknown'
  const { document, boxes, turns } = turnAgain(upright, photo, outline, found.turns)
  const face = pickPortrait(await findFaces(context.nets, document), document)
  const source = { photo, map: photoMap(document, outline.quad, turns), across: longSideOf(outline.quad) }
  const reference = await context.taughtDocuments.reference(found.model)
  const lines = boxes.map(({ quad }) => boundsOf(quad))
  const judged = judgeReference(found, reference, document, source, { lines, face })
  return judged?.trace ?? undefined
}

/** Where the document lies in its photo, and what is on it. */
async function originalOf(engine: ReadEngine, photo: Picture): Promise<Omit<Original, 'seed'>> {
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

/** The portrait around a face, shoulders and all. */
const portraitAround = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.25 * width,
  y: y - 0.35 * height,
  width: 1.5 * width,
  height: 1.8 * height,
})
