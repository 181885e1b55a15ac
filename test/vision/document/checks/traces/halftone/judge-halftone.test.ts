import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../../../../packages/specimen/src/random.ts'
import {
  portraitApart,
  seeHalftone,
  valueApart,
} from '../../../../../../src/vision/document/checks/traces/halftone/compare-places.ts'
import type { Box } from '../../../../../../src/vision/picture/box.ts'
import type { Picture } from '../../../../../../src/vision/picture/picture.ts'
import { quadOfPicture } from '../../../../../../src/vision/picture/quad.ts'

const [WIDTH, HEIGHT] = [1000, 640]
const PORTRAIT = { x: 100, y: 140, width: 220, height: 300 }
const VALUE = { x: 520, y: 300, width: 160, height: 40 }

/** Two screens of dots as a printer lays them, in periods a pixel, over a page in soft tones with a scanner's noise. */
const SCREENS = [
  [0.2, 0.4],
  [-0.4, 0.2],
  [0.336, 0.004],
  [-0.004, 0.336],
] as const

/** A page printed in one go; a place may be printed apart: turned by some degrees, stretched, and begun elsewhere. */
function print(apart?: Box & { turn: number; stretch: number; begin: number }): Picture {
  const source = random('halftone')
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const [cosine, sine] = [
    Math.cos(((apart?.turn ?? 0) * Math.PI) / 180),
    Math.sin(((apart?.turn ?? 0) * Math.PI) / 180),
  ]
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isApart = apart && x >= apart.x && y >= apart.y && x < apart.x + apart.width && y < apart.y + apart.height
      const u = isApart ? (x * cosine - y * sine) * apart.stretch + apart.begin : x
      const v = isApart ? (x * sine + y * cosine) * apart.stretch + apart.begin : y
      const dots = SCREENS.reduce((sum, [across, down]) => sum + Math.cos(2 * Math.PI * (across * u + down * v)), 0)
      const tone = 170 + 30 * Math.sin(x / 90) * Math.cos(y / 70)
      const value = Math.max(0, Math.min(255, tone + 7 * dots + source.between(-14, 14)))
      data.fill(value, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)
    }
  }
  return { width: WIDTH, height: HEIGHT, data }
}

const seen = (photo: Picture) => {
  const halftone = seeHalftone(photo, quadOfPicture(photo))
  assert.ok(halftone, 'no halftone is seen')
  return halftone
}

describe('the halftone of a page', () => {
  it('is found with the frequencies that it was printed with', () => {
    const { fields } = seen(print())
    for (const [across, down] of SCREENS) {
      const distance = Math.min(
        ...fields.flatMap((field) => [
          Math.hypot(field.across - across, field.down - down),
          Math.hypot(field.across + across, field.down + down),
        ]),
      )
      assert.ok(distance < 0.0005, `${across}, ${down}: ${distance}`)
    }
  })

  it('runs through a portrait and a value that were printed with the page', () => {
    const halftone = seen(print())
    assert.ok((portraitApart(halftone, PORTRAIT) ?? 1) < -2)
    assert.ok((valueApart(halftone, VALUE) ?? 1) < -1)
  })

  it('runs away in a portrait that was turned or stretched a little to fit, and says nothing against the value', () => {
    for (const [turn, stretch] of [
      [0.6, 1],
      [0, 1.012],
    ] as const) {
      const halftone = seen(print({ ...PORTRAIT, turn, stretch, begin: 1.5 }))
      assert.ok((portraitApart(halftone, PORTRAIT) ?? -1) > 1, `${turn}°, times ${stretch}`)
      assert.ok((valueApart(halftone, VALUE) ?? 1) < 0)
    }
  })

  it('is out of step in a value that was moved by a pixel and a half', () => {
    const halftone = seen(print({ ...VALUE, turn: 0, stretch: 1, begin: 1.5 }))
    assert.ok((valueApart(halftone, VALUE) ?? -1) > 1)
  })

  it('is not seen where there is none, nor on a page too small to have it', () => {
    const source = random('noise')
    const noise = { width: WIDTH, height: HEIGHT, data: new Uint8Array(WIDTH * HEIGHT * 3) }
    for (let i = 0; i < noise.data.length; i++) noise.data[i] = 128 + source.between(-30, 30)
    assert.equal(seeHalftone(noise, quadOfPicture(noise)), undefined)
    const small = { width: 120, height: 80, data: new Uint8Array(120 * 80 * 3) }
    assert.equal(seeHalftone(small, quadOfPicture(small)), undefined)
  })

  it('says nothing of a portrait that is as large as the page', () => {
    const halftone = seen(print())
    assert.equal(portraitApart(halftone, { x: 0, y: 0, width: WIDTH, height: HEIGHT }), undefined)
  })
})
