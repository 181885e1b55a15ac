import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sentOver } from '../../../../src/apps/hosted-page/camera/line.ts'

const loaded = (transferSize: number, ms: number) => ({ transferSize, responseStart: 100, responseEnd: 100 + ms })

describe('the size of a picture for the line', () => {
  it('is small where the page came at 50 kB a second', () => {
    assert.deepEqual(sentOver([loaded(22_000, 440), loaded(1_340_000, 26_800)]), {
      longest: 1600,
      quality: 0.75,
      asItIs: 250_000,
    })
  })

  it('is small where the corner net should have come long ago, and large while it still may be quick', () => {
    assert.equal(sentOver([loaded(9_000, 400), loaded(1_340_000, 6_000)]).longest, 1600)
    assert.equal(sentOver([loaded(9_000, 400), loaded(1_340_000, 800)]).quality, 0.92)
  })

  it('has all pixels and less quality on 4G, which sends far less than it receives', () => {
    assert.deepEqual(sentOver([loaded(1_340_000, 1_340)]), { longest: 2560, quality: 0.75, asItIs: 600_000 })
  })

  it('is small though a small file came in one piece', () => {
    assert.equal(sentOver([loaded(34_000, 1), loaded(1_340_000, 8_000)]).longest, 1600)
  })

  it('is small where all the small files of the page together came slowly, and the net is not even asked for', () => {
    const files = [8_000, 2_000, 8_000, 5_000].map((size, i) => ({
      transferSize: size,
      responseStart: 1_000 * i,
      responseEnd: 1_000 * i + size / 50,
    }))
    assert.equal(sentOver(files).longest, 1600)
    assert.equal(sentOver(files.map((file) => ({ ...file, responseEnd: file.responseStart + 2 }))).quality, 0.92)
  })

  it('is large where files that shared a fast line came together', () => {
    assert.equal(sentOver([loaded(700_000, 900), loaded(700_000, 900)]).longest, 2560)
  })

  it('is large on a fast line, and where nothing tells how fast it is', () => {
    for (const fast of [[loaded(1_340_000, 800)], [loaded(900, 400)], []])
      assert.deepEqual(sentOver(fast), { longest: 2560, quality: 0.92, asItIs: 4_000_000 })
  })
})
