import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readReferrals } from '../../../src/actions/admin/assurance-overview.ts'
import type { Archive } from '../../../src/actions/ports/sessions.ts'
import type { Session } from '../../../src/domain/session.ts'

const STORED = 1000
const LONG_AGO = new Date(0)

describe('the outcomes on each level', () => {
  it('are read from a sample: however many old sessions there are, no more than asked for are decrypted', async () => {
    let read = 0
    const archive: Archive = {
      async decided(_of, after = '0', limit) {
        const from = Number(after)
        const ids = Array.from({ length: Math.min(limit, STORED - from) }, (_, index) => String(from + index + 1))
        read += ids.length
        return ids.map((id) => ({ id, completedAt: LONG_AGO }) as Session)
      },
    }
    const asked = { tenants: ['one', 'two'], mode: 'live', since: new Date() } as const
    assert.deepEqual(await readReferrals({ archive }, asked, 700), { outcomes: [], isSample: true })
    assert.equal(read, 700)
    assert.deepEqual(await readReferrals({ archive }, asked, 2 * STORED + 2), { outcomes: [], isSample: false })
    assert.equal(read, 700 + 2 * STORED)
  })
})
