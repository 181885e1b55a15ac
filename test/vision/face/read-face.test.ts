import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { goodSelfie } from '../../../lab/evaluate/sets/faces/good-selfie.ts'
import type { FaceResult } from '../../../src/vision/engine.ts'
import { onCurve } from '../../../src/vision/face/match-templates.ts'
import { readFace } from '../../../src/vision/face/read-face.ts'
import { boundsOf } from '../../../src/vision/picture/box.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import { type FaceName, facePicture, twoFaces } from '../../support/faces.ts'
import { engine } from '../../support/read-engine.ts'

const read = async (jpeg: Uint8Array, on = engine) => (await on.read((context) => readFace(context, jpeg))).value

describe('a selfie that will do', () => {
  it('gives a template, liveness, age, gender, pose, both pictures and the models that made them', async () => {
    const { reading, images } = await accepted('B')
    assert.equal(reading.template.values.length, 704)
    assert.ok(Math.abs(Math.hypot(...reading.template.values) - 1) < 1e-6)
    assert.ok(reading.liveness && reading.liveness.score > 50)
    assert.ok(reading.age && reading.age > 15 && reading.age < 70)
    assert.ok(reading.gender !== undefined && Math.abs(reading.gender) <= 10_000)
    assert.ok(Math.abs(reading.pose.yaw) < 40)
    assert.ok(reading.eyes && reading.eyes.left.x < reading.eyes.right.x && Math.abs(reading.eyes.left.y - 0.45) < 0.15)
    assert.deepEqual(reading.models.map(({ name }) => name).sort(), MODELS)
    const [original, cropped] = [
      await sharp(images.face_original).metadata(),
      await sharp(images.face_cropped).metadata(),
    ]
    assert.deepEqual([original.format, original.width, original.height], ['jpeg', 720, 960])
    assert.ok(cropped.width < original.width && cropped.height < original.height)
  })

  it('matches another picture of the same person, and nobody else', async () => {
    const [first, second] = [await accepted('A1'), await accepted('A2')]
    assert.ok(match(first, second) > 50)
    for (const name of ['B', 'C', 'E'] as const) assert.ok(match(first, await accepted(name)) <= 50, name)
  })

  it('keeps its score when it is smaller, darker and compressed harder', async () => {
    const first = await accepted('A1')
    const { jpeg } = await facePicture('A2')
    const worse = await sharp(jpeg).resize({ width: 360 }).linear(0.7, 0).jpeg({ quality: 40 }).toBuffer()
    const again = await read(worse)
    assert.ok(again.ok && match(first, again.value) > 50)
  })

  it('has no age and gender where the operator switched them off', async () => {
    const { jpeg } = await facePicture('B')
    const outcome = await read(jpeg, openReadEngine({ ...DEFAULT_SETTINGS, ageAndGender: false }))
    assert.ok(outcome.ok)
    assert.deepEqual([outcome.value.reading.age, outcome.value.reading.gender], [undefined, undefined])
  })
})

describe('a selfie that will not do', () => {
  const faults: [string, string, () => Promise<Uint8Array>][] = [
    [
      'FACE_NOT_FOUND',
      'shows nobody',
      () =>
        sharp({ create: { width: 600, height: 800, channels: 3, background: '#798' } })
          .jpeg()
          .toBuffer(),
    ],
    ['TOO_MANY_FACES', 'shows two people', twoFaces],
    ['FACE_TOO_SMALL', 'is taken from far away', () => far('B')],
    [
      'FACE_TOO_CLOSE',
      'is taken from too near',
      async () => (await facePicture('B', { context: 0.98, ratio: 1 })).jpeg,
    ],
    ['FACE_ANGLE_TOO_LARGE', 'shows a head lying on a shoulder', () => turned('B', 50)],
  ]
  for (const [code, what, make] of faults) {
    it(`is refused as ${code} when it ${what}`, async () => {
      const outcome = await read(await make())
      assert.deepEqual(outcome.ok ? 'accepted' : outcome.refusal, code)
    })
  }

  it('is told of darkness and of blur as well', async () => {
    const { jpeg } = await facePicture('B')
    assert.deepEqual(await hintsFor(await sharp(jpeg).linear(0.25, 0).jpeg().toBuffer()), ['TOO_DARK'])
    assert.deepEqual(await hintsFor(await sharp(jpeg).blur(12).jpeg().toBuffer()), ['BLURRED'])
    assert.deepEqual(await hintsFor(jpeg), [])
  })

  it('is told of closed eyes', async () => {
    for (const name of ['B', 'E'] as const)
      assert.deepEqual(await hintsFor(await eyesShut(name)), ['EYES_CLOSED'], name)
  })
})

async function hintsFor(jpeg: Uint8Array) {
  const outcome = await read(jpeg)
  return outcome.ok ? outcome.value.reading.hints : (outcome.hints ?? [])
}

const MODELS = [
  'face-age',
  'face-detect',
  'face-embed',
  'face-embed-second',
  'face-landmark',
  'face-liveness',
  'face-occlusion',
  'face-pose',
]

async function accepted(name: FaceName): Promise<FaceResult> {
  const outcome = await read((await facePicture(name)).jpeg)
  assert.ok(outcome.ok, `${name}: ${outcome.ok || outcome.refusal}`)
  return outcome.value
}

function match(a: FaceResult, b: FaceResult): number {
  const cosine = a.reading.template.values.reduce(
    (sum, value, i) => sum + value * (b.reading.template.values[i] ?? 0),
    0,
  )
  return onCurve(a.reading.template.curve, cosine)
}

async function far(name: FaceName): Promise<Uint8Array> {
  const { jpeg } = await facePicture(name, { width: 200 })
  return sharp(jpeg).extend({ top: 400, bottom: 400, left: 400, right: 400, background: '#8a8f94' }).jpeg().toBuffer()
}

async function turned(name: FaceName, degrees: number): Promise<Uint8Array> {
  const { jpeg } = await facePicture(name)
  return sharp(jpeg).rotate(degrees, { background: '#8a8f94' }).jpeg().toBuffer()
}

/** The skin below each eye drawn over it, and a line for the lashes. */
async function eyesShut(name: FaceName): Promise<Uint8Array> {
  const { jpeg } = await facePicture(name)
  const good = await goodSelfie(engine, await decode(jpeg))
  assert.ok(good, name)
  const image = await loadImage(jpeg)
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(image, 0, 0)
  for (const lid of [good.points.slice(36, 42), good.points.slice(42, 48)]) {
    const { x, y, width, height } = boundsOf(lid)
    const [left, wide] = [x - 0.15 * width, 1.3 * width]
    const skin = y + height + 0.22 * width
    pen.drawImage(
      canvas,
      ...([left, skin, wide, 0.12 * width] as const),
      ...([left, y - 0.16 * width, wide, height + 0.3 * width] as const),
    )
    pen.strokeStyle = '#2a1c18'
    pen.lineWidth = Math.max(1, 0.05 * width)
    pen.beginPath()
    pen.moveTo(x, y + 0.6 * height)
    pen.quadraticCurveTo(x + width / 2, y + height + 0.18 * width, x + width, y + 0.6 * height)
    pen.stroke()
  }
  return canvas.toBuffer('image/jpeg', 92)
}
