import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeColour } from '../../../../../src/vision/document/checks/recapture/judge-colour.ts'
import type { Picture } from '../../../../../src/vision/picture/picture.ts'
import { quadOfPicture } from '../../../../../src/vision/picture/quad.ts'

/** A page of patches: how bright each is, and which colour it has. */
function page(colourOf: (light: number, patch: number) => [number, number, number]): Picture {
  const [width, height] = [144, 96]
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const patch = Math.floor((i % width) / 12) + Math.floor(i / width / 12) * 12
    data.set(colourOf(80 + ((53 * patch) % 150), patch), 3 * i)
  }
  return { width, height, data }
}

const judge = (picture: Picture) => judgeColour(picture, quadOfPicture(picture))

describe('the colours of a document', () => {
  it('are those of the light alone on a grey copy, whatever that light is', () => {
    const daylight = page((light) => [light, light, light + 2])
    const lamp = page((light, patch) => [light * 1.08, light, light * (0.7 + 0.001 * (patch % 7))])
    assert.ok(judge(daylight) > 4, `${judge(daylight)}`)
    assert.ok(judge(lamp) > 4, `${judge(lamp)}`)
  })

  it('say nothing of a document that has some, however pale', () => {
    const pale = page((light, patch) => [light, light, patch % 3 ? light : light * 0.9])
    assert.equal(judge(pale), 0)
  })

  it('say nothing where the picture has no colours at all, or is too dark', () => {
    assert.equal(judge(page((light) => [light, light, light])), 0)
    assert.equal(judge(page(() => [20, 21, 20])), 0)
  })
})
