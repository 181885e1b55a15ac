import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const folder = join(import.meta.dirname, '../../docs/decisions')
const records = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

describe('decision records', () => {
  it('are one page each: context, decision, consequences', () => {
    for (const { name, text } of records) {
      assert.ok(text.split(/\s+/).length <= 300, `${name} has more than 300 words`)
      const parts = [...text.matchAll(/^(?:\*\*|## )(Context|Decision|Consequences)\b/gm)].map(([, part]) => part)
      assert.deepEqual(parts, ['Context', 'Decision', 'Consequences'], name)
    }
  })

  it('have a number each, which is that of the title', () => {
    const numbers = records.map(({ name, text }) => {
      assert.match(name, /^\d{4}-[a-z0-9-]+\.md$/)
      assert.ok(text.startsWith(`# ${Number(name.slice(0, 4))}. `), name)
      return name.slice(0, 4)
    })
    assert.equal(new Set(numbers).size, numbers.length)
  })
})
