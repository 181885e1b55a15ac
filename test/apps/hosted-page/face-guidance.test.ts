import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { openPageNet } from '../../../lab/bench/support/page-net.ts'
import { type FaceNet, openFaceNet } from '../../../src/apps/hosted-page/face/face-net.ts'
import { findFaces } from '../../../src/apps/hosted-page/face/find-faces.ts'
import { judgeFace, judgeLight, lookForFaces } from '../../../src/apps/hosted-page/guidance/judge-face.ts'
import { toGrey } from '../../../src/vision/picture/quality/measures.ts'
import { type FaceName, facePicture, twoFaces } from '../../support/faces.ts'

/** A phone's viewfinder: 320 × 484 pixels with the oval in its middle. */
const SIZE = { width: 320, height: 484 }
const OVAL = { x: 61, y: 110, width: 198, height: 264 }

describe('the guidance of the selfie', () => {
  let net: FaceNet
  before(async () => {
    net = await openPageNet()
  })

  /** What is said once the page has seen the same frame twice, as it looks more closely after an empty one. */
  const said = (frame: Frame) => {
    const look = lookForFaces(net)
    const judge = () =>
      judgeFace({ overview: toGrey(frame), window: OVAL, faces: look(frame, OVAL) }, undefined).verdict
    const first = judge()
    return first === 'searching' ? judge() : first
  }

  for (const name of ['A2', 'B', 'D', 'E', 'G', 'H'] as const) {
    it(`takes a face in the oval, and says what to mend where it is not (${name})`, async () => {
      assert.equal(said(await frameWith(name, {})), 'ready')
      assert.equal(said(await frameWith(name, { size: 0.4 })), 'closer')
      assert.equal(said(await frameWith(name, { size: 1.7 })), 'back')
      assert.equal(said(await frameWith(name, { across: 0.5 })), 'aside')
      assert.equal(said(await frameWith(name, { across: -0.5 })), 'aside')
      assert.equal(said(await frameWith(name, { down: 0.45 })), 'aside')
      assert.equal(said(await frameWith(name, { tilt: 38 })), 'turned')
    })
  }

  it('asks people who look aside to look into the camera', async () => {
    for (const name of ['C', 'F'] as const) assert.equal(said(await frameWith(name, {})), 'turned')
  })

  it('finds a second person', async () => {
    const image = await loadImage(Buffer.from(await twoFaces()))
    const canvas = createCanvas(SIZE.width, SIZE.height)
    canvas.getContext('2d').drawImage(image, 0, 80, SIZE.width, SIZE.width)
    assert.equal(said(pixelsOf(canvas)), 'several')
  })

  it('looks for a face where there is none, and asks for light in the dark', () => {
    const canvas = createCanvas(SIZE.width, SIZE.height)
    const context = canvas.getContext('2d')
    context.fillStyle = '#99a4ae'
    context.fillRect(0, 0, SIZE.width, SIZE.height)
    assert.equal(said(pixelsOf(canvas)), 'searching')
    context.fillStyle = '#101418'
    context.fillRect(0, 0, SIZE.width, SIZE.height)
    assert.equal(said(pixelsOf(canvas)), 'dark')
  })

  it('asks to hold still while the picture moves', async () => {
    const frame = await frameWith('E', {})
    const faces = findFaces(net, frame)
    const overview = toGrey(frame)
    const moved = { ...overview, data: overview.data.map((_, at) => overview.data[at + 12] ?? 0) }
    assert.equal(judgeFace({ overview, window: OVAL, faces }, moved).verdict, 'steady')
    assert.equal(judgeFace({ overview, window: OVAL, faces }, overview).verdict, 'ready')
  })

  it('leaves the shutter to the person while there is no net', async () => {
    const frame = await frameWith('E', {})
    assert.equal(judgeLight({ overview: toGrey(frame), window: OVAL }).verdict, 'unguided')
  })

  it('knows a head that looks aside or up by where the nose lies', async () => {
    const [face] = findFaces(net, await frameWith('E', {}))
    assert.ok(face)
    const overview = { width: 1, height: 1, data: new Uint8Array([128]) }
    const oval = { ...OVAL, x: face.x + face.width / 2 - OVAL.width / 2, y: face.y + face.height / 2 - OVAL.height / 2 }
    const judge = (nose: { x: number; y: number }) =>
      judgeFace({ overview: { ...overview, ...frameOf(128) }, window: oval, faces: [{ ...face, nose }] }, undefined)
        .verdict
    const ears = face.rightEar.x - face.leftEar.x
    const middle = (face.leftEar.x + face.rightEar.x) / 2
    assert.equal(judge(face.nose), 'ready')
    assert.equal(judge({ x: middle + 0.45 * ears, y: face.nose.y }), 'turned')
    assert.equal(judge({ x: middle - 0.45 * ears, y: face.nose.y }), 'turned')
    const eyes = (face.leftEye.y + face.rightEye.y) / 2
    assert.equal(judge({ x: face.nose.x, y: eyes + 0.15 * (face.mouth.y - eyes) }), 'turned')
  })

  it('refuses weights that are not those of the net', () => {
    assert.throws(() => openFaceNet(new ArrayBuffer(1000)), /too short/)
    assert.throws(() => openFaceNet(new ArrayBuffer(300_000)), /too long/)
  })
})

type Frame = ReturnType<typeof pixelsOf>

const pixelsOf = (canvas: Canvas) => {
  const { width, height, data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return { width, height, data }
}

const frameOf = (grey: number) => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height).fill(grey) })

/** A face in the viewfinder: its square as a share of the oval's width, moved by shares of the oval, leaning by degrees. */
async function frameWith(
  name: FaceName,
  { size = 0.9, across = 0, down = 0, tilt = 0 }: { size?: number; across?: number; down?: number; tilt?: number },
): Promise<Frame> {
  const { jpeg, face } = await facePicture(name, { context: 1.7 })
  const canvas = createCanvas(SIZE.width, SIZE.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#8d9298'
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  context.translate(OVAL.x + (0.5 + across) * OVAL.width, OVAL.y + (0.5 + down) * OVAL.height)
  context.rotate((tilt * Math.PI) / 180)
  const scale = (size * OVAL.width) / face.width
  context.scale(scale, scale)
  context.drawImage(await loadImage(Buffer.from(jpeg)), -face.x - face.width / 2, -face.y - face.height / 2)
  return pixelsOf(canvas)
}
