import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ownRefusal } from '../../../src/apps/hosted-page/sentences.ts'
import { countRefusals } from '../../../src/apps/hosted-page/tries.ts'

it('knows a picture again that was refused', async () => {
  const tries = countRefusals()
  const back = new Blob(['reverse'])
  assert.equal(await tries.wasRefused('BACK', back), false)
  tries.note('BACK', ownRefusal('SAME_SIDE'), back)
  assert.equal(await tries.wasRefused('BACK', new Blob(['reverse'])), true)
  assert.equal(await tries.wasRefused('BACK', new Blob(['reversE'])), false)
})
