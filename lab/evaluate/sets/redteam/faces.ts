import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { findFaces } from '../../../../src/vision/face/detect-faces.ts'
import { readFace } from '../../../../src/vision/face/read-face.ts'
import { clipBox, scaleBox } from '../../../../src/vision/picture/box.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import { readCsv } from '../../measure/csv.ts'
import { anotherShot } from '../sessions/another-shot.ts'
import type { Face, Faces } from './show-trick.ts'

/** The faces of the labelled folders: `folder` is that of pairs, and the one of live pictures is next to it. */
export async function facesIn(engine: ReadEngine, folder: string): Promise<Faces> {
  const pairs = (await readCsv(path.join(folder, 'pairs.csv'))).filter(({ same }) => same === '1')
  const alive = path.join(folder, '../liveness')
  const live = (await readCsv(path.join(alive, 'labels.csv'))).filter(({ label }) => label === 'live')
  return {
    person: (number) => personAt(engine, alive, live, number),
    known: (number) => knownAt(engine, folder, pairs, number),
  }
}

/** Two different photographs of one person; the next pair if a face is not found. */
async function knownAt(engine: ReadEngine, folder: string, pairs: Rows, number: number): Promise<Face> {
  for (let at = 0; at < pairs.length; at++) {
    const { file1 = '', file2 = '' } = pairs[(number * PAIRS_APART + at) % pairs.length] ?? {}
    const [picture, other] = await Promise.all([readFile(path.join(folder, file1)), readFile(path.join(folder, file2))])
    const head = await headIn(engine, picture)
    if (head) return { picture, other: await sharp(other).resize({ width: 900 }).jpeg().toBuffer(), head }
  }
  throw new Error('the folder has no picture with a face')
}

/** Pairs of one person come one after the other. */
const PAIRS_APART = 5

/** A live picture that is accepted as a selfie. */
async function personAt(engine: ReadEngine, folder: string, live: Rows, number: number): Promise<Face> {
  for (let at = 0; at < live.length; at++) {
    const picture = await readFile(path.join(folder, live[(number + at) % live.length]?.file ?? ''))
    const other = await anotherShot(picture, 0)
    const head = await headIn(engine, picture)
    if (head && (await engine.read((context) => readFace(context, other))).value.ok) return { picture, other, head }
  }
  throw new Error('the folder has no live picture')
}

async function headIn(engine: ReadEngine, picture: Uint8Array): Promise<Face['head'] | undefined> {
  const decoded = await decode(picture)
  const [face] = await findFaces(engine.nets, decoded)
  return face && clipBox(scaleBox(face, 1.55), decoded)
}

type Rows = Record<string, string>[]
