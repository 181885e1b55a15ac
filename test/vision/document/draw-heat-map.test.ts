import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawHeatMap } from '../../../src/vision/document/draw-heat-map.ts'
import { decode } from '../../../src/vision/picture/decode.ts'

describe('a heat map', () => {
  it('is red where the page looks changed and grey where it does not', async () => {
    const document = { width: 300, height: 200, data: new Uint8Array(300 * 200 * 3).fill(200) }
    const values = Array.from({ length: 6 * 4 }, (_, at) => (at % 6 < 2 ? 1 : 0.1))
    const { width, height, data } = await decode(await drawHeatMap(document, { width: 6, height: 4, values }))
    assert.deepEqual([width, height], [900, 600])
    const colourAt = (x: number) => [...data.subarray((300 * width + x) * 3, (300 * width + x) * 3 + 3)]
    const [red = 0, green = 0] = colourAt(60)
    assert.ok(red - green > 100, `${red} ${green}`)
    const [r = 0, g = 0, b = 0] = colourAt(800)
    assert.ok(Math.max(r, g, b) - Math.min(r, g, b) < 8, `${r} ${g} ${b}`)
  })
})
