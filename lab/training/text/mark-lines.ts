import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { findDocument } from '../../../src/vision/document/outline/find-document.ts'
import { rectify } from '../../../src/vision/document/outline/find-outline.ts'
import { openNets } from '../../../src/vision/nets/runtime.ts'
import { toTensor } from '../../../src/vision/nets/tensor.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { growRect, minAreaRect } from '../../../src/vision/picture/min-area-rect.ts'
import type { Picture, Point } from '../../../src/vision/picture/picture.ts'
import type { Quad } from '../../../src/vision/picture/quad.ts'
import { fitWithin, resize } from '../../../src/vision/picture/resize.ts'
import { findRegions } from '../../../src/vision/text/find-text.ts'

/**
 * node lab/training/text/mark-lines.ts DATA FINDER.onnx OUT: straightened documents and whole photographs, 768 pixels long, with
 * the lines that a general finder in the form of PP-OCR's sees on them. None of them is a picture of documents/.
 */
const [data = '', finder = '', out = ''] = process.argv.slice(2)
const LONG_SIDE = 768
/** Frames of one type and of one clip are very similar. */
const [EACH_TYPE, EACH_CLIP] = [22, 3]

interface Source {
  file: string
  name: string
  quad?: Quad
  whole?: boolean
}

const session = await InferenceSession.create(finder, { intraOpNumThreads: 1 })
const nets = openNets()
await mkdir(out, { recursive: true })
const index = []
for (const [n, source] of [...frames(), ...cutouts(), ...photographs()].entries()) {
  const page = await pageOf(source)
  const boxes = await linesOf(page, source.whole && source.quad ? 1152 : 960)
  const { picture, scale } = fitWithin(page, LONG_SIDE)
  const { width, height } = picture
  const name = `${String(n).padStart(4, '0')}.jpg`
  await sharp(picture.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toFile(join(out, name))
  const round = (value: number) => Math.round(value * scale * 10) / 10
  const scaled = boxes.map(({ quad, score }) => ({ score, quad: quad.map(({ x, y }) => [round(x), round(y)]) }))
  index.push({ name, from: source.name, width, height, boxes: scaled })
}
await writeFile(join(out, 'marked.json'), JSON.stringify(index))

/** Frames with their corners, rectified, one in eight also as the camera saw it. */
function* frames(): Generator<Source> {
  const measured = new Set(readdirSync(join(data, 'documents')))
  const all = JSON.parse(readFileSync(join(data, 'corners', 'quads.json'), 'utf8')) as {
    file: string
    quad: [number, number][]
  }[]
  const taken = new Map<string, number>()
  const room = (key: string, most: number) => (taken.get(key) ?? 0) < most
  const count = (key: string) => taken.set(key, (taken.get(key) ?? 0) + 1)
  for (const [n, { file, quad }] of all.entries()) {
    const clip = file.split('.')[0] as string
    const type = clip.split('_').slice(0, 3).join('_')
    if (measured.has(file) || !room(type, EACH_TYPE) || !room(clip, EACH_CLIP)) continue
    count(type)
    count(clip)
    const corners = quad.map(([x, y]) => ({ x, y })) as unknown as Quad
    yield { file: join(data, 'corners', file), name: `frame-${file}`, quad: corners }
    if (n % 8 === 0) yield { file: join(data, 'corners', file), name: `whole-${file}`, quad: corners, whole: true }
  }
}

function* cutouts(): Generator<Source> {
  for (const [n, file] of readdirSync(join(data, 'cutouts')).entries()) {
    if (n % 2 === 0) yield { file: join(data, 'cutouts', file), name: `cutout-${file}`, whole: true }
  }
}

/** Photographs with and without documents; the copies among them are frames already. */
function* photographs(): Generator<Source> {
  for (const file of readdirSync(join(data, 'recapture'))) {
    if (file.endsWith('.jpg') && !file.startsWith('dlc')) {
      yield { file: join(data, 'recapture', file), name: `photograph-${file}` }
    }
  }
}

async function pageOf({ file, quad, whole }: Source): Promise<Picture> {
  const photo = await decode(await readFile(file), 50)
  if (whole) return photo
  const corners = quad ?? (await findDocument(nets, photo))?.quad
  return corners ? rectify(photo, corners) : photo
}

/** Decoded like in PP-OCR; uncertain regions are kept with their low score. */
async function linesOf(page: Picture, side: number): Promise<{ quad: Point[]; score: number }[]> {
  const scale = Math.min(1, side / Math.max(page.width, page.height))
  const [width, height] = [page.width, page.height].map((length) => Math.round((length * scale) / 32) * 32) as [
    number,
    number,
  ]
  const input = toTensor(resize(page, { width, height }), {
    order: 'BGR',
    layout: 'NCHW',
    scale: 1,
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  })
  const outputs = await session.run({ x: new Tensor('float32', input.data, input.dims) })
  const map = Object.values(outputs)[0]?.data as Float32Array
  return findRegions(map, { width, height }, 0.3)
    .filter(({ mean }) => mean >= 0.3)
    .map(({ rim, mean }) => ({ score: mean, ...minAreaRect(rim) }))
    .filter((core) => Math.min(core.width, core.height) >= 2)
    .map(({ score, ...core }) => ({
      score,
      quad: growRect(core, (core.width * core.height * 1.6) / (2 * (core.width + core.height))).map(({ x, y }) => ({
        x: (x * page.width) / width,
        y: (y * page.height) / height,
      })),
    }))
}
