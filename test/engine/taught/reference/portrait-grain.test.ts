import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Picture } from '../../../../src/engine/picture/picture.ts'
import { measurePrint } from '../../../../src/engine/taught/reference/measure-print.ts'
import { portraitGrain } from '../../../../src/engine/taught/reference/portrait-grain.ts'

const SIZE = { width: 640, height: 416 }
const ZONE = { x: 0.1, y: 0.2, width: 0.35, height: 0.6 }

/** A grey page of a printer's dots with a portrait: forms as large as a head, another for every holder. */
function draw({ dots = 20, holder = 1, light = 0 }: { dots?: number; holder?: number; light?: number }): Picture {
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const head = 50 * Math.sin(x / (23 + holder)) * Math.cos(y / (31 - holder))
      const dot = dots * Math.sin(x * 1.9) * Math.sin(y * 1.9)
      data.fill(
        Math.min(255, Math.max(0, 130 + head + dot + light)),
        3 * (y * SIZE.width + x),
        3 * (y * SIZE.width + x) + 3,
      )
    }
  }
  return { ...SIZE, data }
}

const grainOf = (drawn: Parameters<typeof draw>[0]) => portraitGrain(measurePrint(draw(drawn)), ZONE)

describe('the grain of a portrait', () => {
  it('is the same for every holder', () => {
    const [one = 0, other = 9] = [grainOf({ holder: 1 }), grainOf({ holder: 7 })]
    assert.ok(Math.abs(one - other) < 0.05, `${one} ${other}`)
  })

  it('is less where the dots of the print are weaker, and more where they are stronger', () => {
    const usual = grainOf({}) ?? assert.fail()
    const [weak = 9, strong = 0] = [grainOf({ dots: 10 }), grainOf({ dots: 32 })]
    assert.ok(weak < usual - 0.5, `${weak} ${usual}`)
    assert.ok(strong > usual + 0.3, `${strong} ${usual}`)
  })

  it('is not known where the light covers the portrait, or the portrait is small', () => {
    assert.equal(grainOf({ light: 255 }), undefined)
    assert.equal(portraitGrain(measurePrint(draw({})), { ...ZONE, width: 0.05, height: 0.05 }), undefined)
  })
})
