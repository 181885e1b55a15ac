import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { findFaces, pickFace } from '../../../src/vision/face/detect-faces.ts'
import { findFacePoints } from '../../../src/vision/face/find-points.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../src/vision/read-engine.ts'
import { readCsv } from '../../evaluate/measure/csv.ts'

/** A picture of one person, with the position of the face according to the service's own models. */
export interface Person {
  jpeg: Buffer
  /** The detector's square, in the picture's pixels. */
  face: { x: number; y: number; width: number; height: number }
  /**
   * Distance of the tip of the nose from the middle between the ends of the jaw, as a fraction of their distance: 0 is
   * frontal.
   */
  turn: number
}

const LONGEST = 800
/** No wider than people hold their heads. */
const LEVEL = 12
const [JAW_LEFT, JAW_RIGHT, NOSE] = [0, 16, 30]

/**
 * The people of a labelled folder (`liveness`: those who are live; `faces/lfw`), one half of them: the limits were
 * chosen on the first. Pictures in which the service finds no face, several faces, or a tilted head are excluded.
 */
export async function readPeople(engine: ReadEngine, folder: string, half: 'first' | 'second'): Promise<Person[]> {
  const people: Person[] = []
  for (const file of halfOf(await filesIn(folder), half)) {
    const jpeg = await sharp(path.join(folder, file))
      .rotate()
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 95 })
      .toBuffer()
    const picture = await decode(jpeg, 50)
    const faces = await findFaces(engine.nets, picture)
    const face = pickFace(faces, picture)
    if (!face || faces.some((other) => other !== face && other.width > 0.3 * face.width)) continue
    const { points } = await findFacePoints(await engine.nets.get('face-landmark'), picture, face)
    const [left, right, nose] = [points[JAW_LEFT], points[JAW_RIGHT], points[NOSE]]
    if (!left || !right || !nose) throw new Error('the landmark model gave too few points')
    const lean = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI
    if (Math.abs(lean) > LEVEL) continue
    const { x, y, width, height } = face
    people.push({ jpeg, face: { x, y, width, height }, turn: (nose.x - (left.x + right.x) / 2) / (right.x - left.x) })
  }
  return people
}

async function filesIn(folder: string): Promise<string[]> {
  const labels = await readCsv(path.join(folder, 'liveness/labels.csv')).catch(() => [])
  const live = labels.filter(({ label }) => label === 'live').map(({ file = '' }) => path.join('liveness', file))
  const known = await readdir(path.join(folder, 'faces/lfw')).catch(() => [])
  if (live.length + known.length === 0) throw new Error(`${folder} holds neither liveness/labels.csv nor faces/lfw`)
  return [...live.sort(), ...known.sort().map((file) => path.join('faces/lfw', file))]
}

/** A separate half of each folder, so that both halves contain selfies. */
function halfOf(files: string[], half: 'first' | 'second'): string[] {
  const folders = Map.groupBy(files, (file) => path.dirname(file))
  return [...folders.values()].flatMap((each) => {
    const middle = Math.floor(each.length / 2)
    return half === 'first' ? each.slice(0, middle) : each.slice(middle)
  })
}
