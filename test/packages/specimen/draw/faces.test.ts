import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadImage } from '@napi-rs/canvas'
import { documentPortrait, FACES, facePicture } from '../../../support/faces.ts'

it('the test pictures of faces show the whole head with room around it', async () => {
  for (const name of FACES) {
    const { jpeg, width, height, face } = await facePicture(name, { width: 360 })
    const image = await loadImage(Buffer.from(jpeg))
    assert.deepEqual([image.width, image.height], [width, height])
    assert.ok(face.x > face.width * 0.25 && face.y > face.height * 0.25, name)
    assert.ok(face.x + face.width < width && face.y + face.height < height, name)
  }
})

it('the test portraits have the shape of a passport picture', async () => {
  const { width, height } = await documentPortrait('A1')
  assert.ok(Math.abs(width / height - 35 / 45) < 0.01)
})
