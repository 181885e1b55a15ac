import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { drawSpecimen } from '../../../../../lab/specimen/draw/draw-specimen.ts'
import { attack } from '../../../../../lab/specimen/photograph/attacks.ts'
import { photograph } from '../../../../../lab/specimen/photograph/photograph.ts'
import { judgeRecapture } from '../../../../../src/engine/document/checks/recapture/judge-recapture.ts'
import { findDocument } from '../../../../../src/engine/document/outline/find-document.ts'
import { openNets } from '../../../../../src/engine/nets/runtime.ts'
import { decode } from '../../../../../src/engine/picture/decode.ts'
import { quadOfPicture } from '../../../../../src/engine/picture/quad.ts'
import { resize } from '../../../../../src/engine/picture/resize.ts'

describe('original, screen or copy', () => {
  const nets = openNets()
  const taken = { seed: 1, level: 'medium' } as const
  let side: Uint8Array
  let greyCopy: Uint8Array

  before(async () => {
    side = (await drawSpecimen({ kind: 'td3', seed: 'recapture' })).front
    greyCopy = (await attack('grey-copy', side, taken)).jpeg
  })

  const judge = async (jpeg: Uint8Array) => {
    const photo = await decode(jpeg)
    const reading = await judgeRecapture(nets, photo, (await findDocument(nets, photo))?.quad)
    assert.ok(reading)
    return reading
  }

  it('takes a photographed document for an original', async () => {
    const { score, kinds, screenUnjudged } = await judge((await photograph(side, taken)).jpeg)
    assert.ok(score > 50, `${score} ${JSON.stringify(kinds)}`)
    assert.equal(screenUnjudged, undefined)
  })

  it('sees the pixels of a display', async () => {
    const { score, kinds } = await judge((await attack('screen', side, taken)).jpeg)
    assert.ok(score <= 50 && (kinds.screen ?? 0) > (kinds.copy ?? 0), `${score} ${JSON.stringify(kinds)}`)
  })

  it('sees a photocopy', async () => {
    const { score, kinds } = await judge(greyCopy)
    assert.ok(score <= 50 && (kinds.copy ?? 0) > (kinds.screen ?? 0), `${score} ${JSON.stringify(kinds)}`)
  })

  for (const kind of ['colour-copy', 'print'] as const) {
    it(`sees the dots of a ${kind}`, async () => {
      const { score, kinds } = await judge((await attack(kind, side, taken)).jpeg)
      assert.ok(score <= 50 && (kinds.copy ?? 0) > (kinds.screen ?? 0), `${score} ${JSON.stringify(kinds)}`)
    })
  }

  it('says nothing of a copy where there is no document', async () => {
    assert.equal((await judgeRecapture(nets, await decode(greyCopy), undefined))?.kinds.copy, 0)
  })

  it('judges a picture smaller than the net looks at', async () => {
    const photo = resize(await decode((await photograph(side, taken)).jpeg), { width: 160, height: 120 })
    assert.ok((await judgeRecapture(nets, photo, undefined)) !== undefined)
    assert.equal((await judgeRecapture(nets, photo, quadOfPicture(photo))).screenUnjudged, true)
  })
})
