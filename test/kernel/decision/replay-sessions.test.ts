import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { replay } from '../../../src/kernel/decision/replay-sessions.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { portsOf, store } from '../tenants/decided-sessions.ts'
import { passport, selfie, withRule } from './genuine.ts'

const strict = withRule('passiveLiveness', { high: 80 })

onEveryDatabase((place) => {
  let ports: Ports
  before(async () => {
    ports = portsOf(await place.open())
  })

  describe('a replay', () => {
    it('decides every stored session again, over more than one batch, and touches none', async () => {
      const barely = passport({}, { face: selfie({ liveness: { score: 60, kinds: {} } }) })
      const ids: string[] = []
      for (let index = 0; index < 230; index++) ids.push((await store(ports, index % 10 ? passport() : barely)).id)

      const seen: number[] = []
      const { tally, shown } = await replay(ports.sessionSearch, { tenant: 'acme', mode: 'test' }, strict, {
        show: 5,
        progress: (done) => seen.push(done),
      })
      assert.equal(tally.sessions, 230)
      assert.equal(tally.moves.approve.refer, 23)
      assert.equal(tally.moves.approve.approve, 207)
      assert.equal(shown.length, 5)
      assert.deepEqual(seen, [200, 230])

      const after = await ports.sessions.load('acme', ids[0] ?? '')
      assert.equal(after?.status, 'AUTO_APPROVED')
      assert.equal(after?.version, 2)
    })

    it('sees no other tenant and no other mode', async () => {
      assert.equal((await replay(ports.sessionSearch, { tenant: 'acme', mode: 'live' }, strict)).tally.sessions, 0)
      assert.equal((await replay(ports.sessionSearch, { tenant: 'other', mode: 'test' }, strict)).tally.sessions, 0)
    })
  })
})
