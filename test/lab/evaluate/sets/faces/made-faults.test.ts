import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type GoodSelfie, goodSelfie } from '../../../../../lab/evaluate/sets/faces/good-selfie.ts'
import { FAULTS } from '../../../../../lab/evaluate/sets/faces/made-faults.ts'
import { readFace } from '../../../../../src/vision/face/read-face.ts'
import { decode, toJpeg } from '../../../../../src/vision/picture/decode.ts'
import { type FaceName, facePicture } from '../../../../support/faces.ts'
import { engine } from '../../../../support/read-engine.ts'

let base: GoodSelfie
let neighbour: GoodSelfie

before(async () => {
  base = await selfie('B')
  neighbour = await selfie('C')
})

describe('a picture made with a fault', () => {
  for (const [what, { refusal, make }] of Object.entries(FAULTS)) {
    it(`is ${refusal ? `refused as ${refusal}` : 'accepted'}: ${what}`, async () => {
      const jpeg = await toJpeg(await make(base, neighbour))
      const { value: outcome } = await engine.read((context) => readFace(context, jpeg))
      assert.equal(outcome.ok ? undefined : outcome.refusal, refusal)
    })
  }
})

async function selfie(name: FaceName): Promise<GoodSelfie> {
  const good = await goodSelfie(engine, await decode((await facePicture(name)).jpeg))
  assert.ok(good, name)
  return good
}
