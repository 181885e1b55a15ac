import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { findFaces } from '../../../../src/vision/face/detect-faces.ts'
import { measureFacePose } from '../../../../src/vision/face/find-points.ts'
import { takePortrait } from '../../../../src/vision/face/take-portrait.ts'
import { crop, scaleBox } from '../../../../src/vision/picture/box.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { resize } from '../../../../src/vision/picture/resize.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { FaceModel } from './face-model.ts'
import { buildHead, clearHead, type Photographed, placeFace } from './surfaces.ts'

/** A person who can be filmed. */
export interface Actor {
  name: string
  photographed: Photographed
  head: ReturnType<typeof buildHead>
  background: Picture
}

/** Faces that look further to the side cannot be rotated from the photograph. */
const STRAIGHT = { yaw: 6, pitch: 8 }

/** The side of the picture that is cropped around a face, in face widths, and in pixels. */
const CUT = { share: 2.6, side: 320, least: 70 }

export type Half = 'first' | 'second'

/** Limits are chosen on one half of the people and shown on the other; each person is always in the same half. */
export function halfOf(person: string): Half {
  let sum = 0
  for (const letter of person) sum += letter.charCodeAt(0)
  return sum % 2 ? 'second' : 'first'
}

/** One frontal photograph per person, from a labelled folder. */
export async function* readActors(
  engine: ReadEngine,
  model: FaceModel,
  folder: string,
  half: Half,
): AsyncGenerator<Actor> {
  const seen = new Set<string>()
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.jpg')).toSorted()) {
    const person = file.replace(/_\d+\.jpg$/, '')
    if (seen.has(person) || halfOf(person) !== half) continue
    const picture = await decode(await readFile(path.join(folder, file)))
    const { value: faces } = await engine.read((context) => findFaces(context.nets, picture))
    for (const [at, face] of faces.entries()) {
      if (face.width < CUT.least) continue
      const cut = resize(crop(picture, scaleBox(face, CUT.share)), { width: CUT.side, height: CUT.side })
      const actor = await standUp(engine, model, cut, `${person}#${at}`)
      if (!actor) continue
      seen.add(person)
      yield actor
    }
  }
}

/** A person from a picture with one frontal face. */
export async function standUp(
  engine: ReadEngine,
  model: FaceModel,
  picture: Picture,
  name: string,
  straight = STRAIGHT,
): Promise<Actor | undefined> {
  const { value: found } = await engine.read(async (context) => {
    const [face, another] = await findFaces(context.nets, picture)
    if (!face || another) return undefined
    const { points, unrest } = await takePortrait(context, picture, face)
    const pose = await measureFacePose(await context.nets.get('face-pose'), picture, face, points)
    return { points, pose, unrest }
  })
  if (!found || found.unrest > 0.015) return undefined
  if (Math.abs(found.pose.yaw) > straight.yaw || Math.abs(found.pose.pitch) > straight.pitch) return undefined
  const photographed = placeFace(model, picture, found.points)
  return { name, photographed, head: buildHead(model, photographed), background: clearHead(photographed) }
}
