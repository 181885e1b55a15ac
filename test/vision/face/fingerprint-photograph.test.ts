import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { COPIES, severalChanges } from '../../../lab/evaluate/measure/copies.ts'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../../packages/specimen/src/random.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import type { PhotographFingerprint } from '../../../src/vision/face/face-template.ts'
import { fingerprintPhotograph } from '../../../src/vision/face/fingerprint-photograph.ts'
import { photographLikeness, SAME_PHOTOGRAPH } from '../../../src/vision/face/same-photograph.ts'
import { findPortrait } from '../../../src/vision/face/take-portrait.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { documentPortrait, FACES, facePicture } from '../../support/faces.ts'
import { engine } from '../../support/read-engine.ts'

async function fingerprintOf(bytes: Uint8Array): Promise<PhotographFingerprint> {
  const picture = await decode(bytes)
  const { value } = await engine.read((context) => findPortrait(context, picture))
  assert.ok(value, 'no face was found')
  return fingerprintPhotograph(picture, value.points)
}

const likenessOf = (a: PhotographFingerprint, b: PhotographFingerprint): number => photographLikeness(a, b) ?? -1

describe('the print of a photograph', () => {
  it('is small, and holds no more than the face', async () => {
    const { kind, values } = await fingerprintOf((await facePicture('B')).jpeg)
    assert.equal(kind, 'face-80')
    assert.equal(Buffer.from(values, 'base64').length, 80 * 80)
  })

  it('is found again in every copy that was made of it', async () => {
    const { jpeg } = await facePicture('B')
    const fingerprint = await fingerprintOf(jpeg)
    for (const [kind, change] of Object.entries({ ...COPIES, several: severalChanges })) {
      const likeness = likenessOf(fingerprint, await fingerprintOf(await change(jpeg, random(`${kind} of a copy`))))
      assert.ok(likeness > SAME_PHOTOGRAPH, `${kind}: ${likeness}`)
    }
  })

  it('is no other photograph’s, whoever is on it', async () => {
    const fingerprints = await Promise.all(FACES.map(async (name) => fingerprintOf((await facePicture(name)).jpeg)))
    for (const [i, a] of fingerprints.entries()) {
      for (const [j, b] of fingerprints.entries()) {
        if (i !== j) assert.ok(likenessOf(a, b) < 0.8, `${FACES[i]} ${FACES[j]}: ${likenessOf(a, b)}`)
      }
    }
  })

  it('knows what lies beyond the edge of the picture, and takes it for nothing', async () => {
    const { jpeg, face } = await facePicture('C')
    const tight = {
      left: Math.round(face.x),
      top: Math.round(face.y - face.height * 0.15),
      width: Math.round(face.width),
    }
    const cut = await sharp(jpeg)
      .extract({ ...tight, height: Math.round(face.height * 1.2) })
      .toBuffer()
    const fingerprint = await fingerprintOf(cut)
    assert.ok(Buffer.from(fingerprint.values, 'base64').includes(0x80))
    assert.ok(likenessOf(fingerprint, await fingerprintOf(jpeg)) > SAME_PHOTOGRAPH)
  })

  it('is found on the document that it was printed on, and another picture of the holder is not', async () => {
    const { jpeg } = await documentPortrait('A1')
    const { front } = await drawSpecimen({ kind: 'td3', seed: 3, portrait: { picture: jpeg }, today: '2026-01-01' })
    const photo = await photograph(front, { seed: 4, level: 'medium' })
    const { value } = await engine.read((context) => readPage(context, photo.jpeg))
    assert.ok(value.ok && value.value.reading.photograph)
    const onDocument = value.value.reading.photograph
    assert.ok(likenessOf(onDocument, await fingerprintOf(jpeg)) > SAME_PHOTOGRAPH)
    assert.ok(likenessOf(onDocument, await fingerprintOf((await facePicture('A2')).jpeg)) < 0.8)
  })
})
