import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { demoInbox } from '../../../src/apps/demo/server/demo.ts'
import { signHeaders } from '../../../src/kernel/events/deliver-webhooks.ts'

describe('the demo’s receiver of webhooks', () => {
  const now = new Date('2026-06-15T10:00:00Z')
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const secretsOf = async (tenant: string) => (tenant === 'acme' ? ['whsec_AAAA', secret] : [])
  const body = JSON.stringify({
    sessionId: 'some-session',
    status: 'AUTO_APPROVED',
    tenant: 'acme',
    externalId: 'demo',
  })
  const headers = signHeaders('msg_1', now, body, [{ secret }])

  it('takes what is signed with the secret, and says of the rest that it is not ours', async () => {
    const inbox = demoInbox(secretsOf, () => now)
    assert.equal(await inbox.receive(headers, body), 204)
    assert.equal(await inbox.receive(headers, body), 204, 'a repeat is known by its id')
    assert.deepEqual(
      inbox.of('some-session').map(({ id, verified }) => [id, verified]),
      [['msg_1', true]],
    )
    const forged = { ...headers, 'webhook-id': 'msg_2' }
    assert.equal(await inbox.receive(forged, body), 401)
    assert.equal(await inbox.receive({ ...headers, 'webhook-id': 'msg_3', 'webhook-signature': 'v1,AAAA' }, body), 401)
    assert.equal(inbox.of('some-session').find(({ id }) => id === 'msg_2')?.verified, false)
    assert.equal(
      await demoInbox(secretsOf, () => new Date(now.getTime() + 3_600_000)).receive(headers, body),
      401,
      'too old',
    )
  })

  it('keeps nothing of sessions that are not the demo’s', async () => {
    const inbox = demoInbox(secretsOf, () => now)
    const other = JSON.stringify({
      sessionId: 'some-session',
      status: 'AUTO_APPROVED',
      tenant: 'acme',
      externalId: 'order-1042',
    })
    assert.equal(await inbox.receive(signHeaders('msg_1', now, other, [{ secret }]), other), 204)
    assert.deepEqual(inbox.of('some-session'), [])
  })
})
