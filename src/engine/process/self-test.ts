import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { OPERATING_POINT } from '../../domain/decision/rule.ts'
import { onCurve } from '../../domain/face/face.ts'
import { FETCHED_NETS } from '../../resources.ts'
import { type FaceBox, findFaces } from '../face/detect-faces.ts'
import { judgeLiveness } from '../face/judge-liveness.ts'
import { type Portrait, takePortrait } from '../face/take-portrait.ts'
import { readNetList, readSamples } from '../nets/net-list.ts'
import { type Box, overlapOf } from '../picture/box.ts'
import { decode } from '../picture/decode.ts'
import type { Picture } from '../picture/picture.ts'
import type { ReadEngine } from '../read-engine.ts'
import { testAnswers } from './test-answers.ts'

/** Where faces are in the sample pictures, and what the shipped nets say of them. */
const KNOWN = {
  woman: { x: 1470, y: 216, width: 226, height: 226 },
  sameWoman: { x: 1045, y: 212, width: 289, height: 289 },
  otherWoman: { x: 545, y: 316, width: 290, height: 290 },
  genuineCosine: 0.7244,
  impostorCosine: 0.137,
  live: 0.998,
}

/** Processors and runtimes round differently, by far less than this; a wrong channel order or scale moves more. */
const TOLERANCE = 0.02

/**
 * Asks every net something, then reads two pictures whose faces are known and compares them. Throws when a face is not found where it is, or a
 * score is not what it was when the thresholds were measured: no reading of this engine could then be trusted.
 */
export async function selfTest(engine: ReadEngine): Promise<void> {
  await testAnswers(engine.nets, readNetList())
  const [crowd, group] = await readSamplePictures(engine)
  const woman = await takeFaceAt(engine, crowd, await findFaces(engine.nets, crowd), KNOWN.woman)
  const faces = await findFaces(engine.nets, group)
  const same = await takeFaceAt(engine, group, faces, KNOWN.sameWoman)
  const other = await takeFaceAt(engine, group, faces, KNOWN.otherWoman)
  const liveness = await judgeLiveness(engine.nets, group, other.face)

  const curve = woman.template.curve
  const genuine = cosine(woman, same)
  const impostor = cosine(woman, other)
  if (onCurve(curve, genuine) <= OPERATING_POINT) throw faultOf('two pictures of one person do not match', genuine)
  if (onCurve(curve, impostor) > 50) throw faultOf('two people match', impostor)
  if (liveness.score <= OPERATING_POINT) throw faultOf('a live face is not found live', liveness.kinds.live)

  // A net of the operator's own has other figures; the relations above hold for any.
  if ((await isShipped(engine, 'face-embed')) && (await isShipped(engine, 'face-embed-second'))) {
    expect('one person', genuine, KNOWN.genuineCosine)
    expect('two people', impostor, KNOWN.impostorCosine)
  }
  if (await isShipped(engine, 'face-liveness')) expect('a live face', liveness.kinds.live, KNOWN.live)
}

async function readSamplePictures({ settings }: ReadEngine): Promise<[Picture, Picture]> {
  const folder = settings.modelsFolder ?? FETCHED_NETS
  const { crowd, group } = readSamples()
  const read = async (file: string) => decode(await readFile(path.join(folder, file)))
  return [await read(crowd.path), await read(group.path)]
}

async function takeFaceAt(engine: ReadEngine, picture: Picture, faces: FaceBox[], where: Box): Promise<Portrait> {
  const face = faces.find((found) => overlapOf(found, where) > 0.7)
  if (!face) throw new Error('self-test: a face is not found where it is')
  const { value } = await engine.read((context) => takePortrait(context, picture, face))
  return value
}

async function isShipped({ nets }: ReadEngine, name: string): Promise<boolean> {
  return nets.has(name) && (await nets.get(name)).sha256 === readNetList()[name]?.files.model.sha256
}

function cosine(a: Portrait, b: Portrait): number {
  return a.template.values.reduce((sum, value, i) => sum + value * (b.template.values[i] ?? 0), 0)
}

function expect(what: string, found: number, known: number): void {
  if (Math.abs(found - known) > TOLERANCE) throw faultOf(`${what} should give ${known}`, found)
}

const faultOf = (what: string, found: number) => new Error(`self-test: ${what}: ${found.toFixed(4)}`)
