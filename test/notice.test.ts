import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'

interface Entry {
  purpose: string
  origin: string
  licence: string
}

describe('NOTICE', () => {
  it('names the origin and licence of every model', () => {
    const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
    const { models } = JSON.parse(read('src/vision/nets/models.json')) as { models: Record<string, Entry> }
    const entries = Object.entries(models).map(
      ([name, { purpose, origin, licence }]) => `- ${name}: ${purpose}\n  origin: ${origin}\n  licence: ${licence}`,
    )
    const notice = read('NOTICE')
    const wanted = `${notice.split('\n\n').slice(0, 2).join('\n\n').trimEnd()}\n\n${entries.join('\n')}\n`
    if (process.env.UPDATE_DOCS) writeFileSync(new URL('../NOTICE', import.meta.url), wanted)
    else assert.equal(notice, wanted, 'run UPDATE_DOCS=1 npm test -- test/notice.test.ts')
  })
})
