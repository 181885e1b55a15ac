import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countRefusals } from '../../src/web/tries.ts'
import { ownRefusal } from '../../src/web/words/refusal.ts'

it('knows a picture again that was refused, or taken as another part', async () => {
  const tries = countRefusals()
  const [front, back] = [new Blob(['front']), new Blob(['reverse'])]
  assert.equal(await tries.wasTakenAs('FRONT', front), false)
  tries.noteTaken('FRONT', front)
  assert.equal(await tries.wasTakenAs('FRONT', new Blob(['front'])), true)
  assert.equal(await tries.wasTakenAs('FRONT', new Blob(['fronT'])), false)
  assert.equal(await tries.wasTakenAs('FRONT', back), false)
  assert.equal(await tries.wasRefused('BACK', back), false)
  tries.note('BACK', ownRefusal('SAME_SIDE'), back)
  assert.equal(await tries.wasRefused('BACK', back), true)
})
