import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { fetchGuarded, guardWebhooks, refusalOf } from '../../../src/platform/http/fetch-guarded.ts'

const HOOK = 'http://localhost:3000/hook'

describe('where webhooks may go', () => {
  it('names the setting that would allow an address that is refused', () => {
    const guard = guardWebhooks([], undefined)
    assert.equal(refusalOf(guard, HOOK), 'Only https URLs are fetched. ALLOWED_HOSTS=localhost:3000 would allow it.')
    assert.match(
      refusalOf(guard, 'https://10.1.2.3/hook') ?? '',
      /not public\. ALLOWED_HOSTS=10\.1\.2\.3 would allow it\./,
    )
    assert.equal(refusalOf(guard, 'https://shop.example/hook'), undefined)
  })

  it('is what the setting allows, to the port', () => {
    const guard = guardWebhooks(['localhost:3000'], undefined)
    assert.equal(refusalOf(guard, HOOK), undefined)
    assert.ok(refusalOf(guard, 'http://localhost:3001/hook'))
  })

  it('is the loopback address that the operator named herself, and no other', () => {
    const guard = guardWebhooks([], HOOK)
    assert.equal(refusalOf(guard, HOOK), undefined)
    for (const other of ['http://localhost:5432/', 'http://127.0.0.1:3000/', 'http://localhost/'])
      assert.ok(refusalOf(guard, other), other)
    assert.ok(refusalOf(guardWebhooks([], 'http://10.0.0.1/hook'), 'http://10.0.0.1/hook'), 'private is not loopback')
  })

  it('names the error of an address that nobody listens at', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const url = `http://127.0.0.1:${port}/`
    await assert.rejects(
      fetchGuarded(guardWebhooks([], url), url, { maxBytes: 10 }),
      /could not be reached \(ECONNREFUSED\)/,
    )
  })
})
