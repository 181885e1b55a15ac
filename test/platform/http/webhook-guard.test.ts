import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { guardLists } from '../../../src/features/screening/download-list.ts'
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

  it('is the address that was checked, whatever the name says a moment later', async () => {
    const reached: string[] = []
    const listen = async (host: string, port = 0) => {
      const server = createServer((_, response) => {
        reached.push(host)
        response.end()
      })
      await new Promise<void>((resolve) => server.listen(port, host, resolve))
      return { server, port: (server.address() as AddressInfo).port }
    }
    const { server: first, port } = await listen('127.0.0.1')
    const { server: second } = await listen('127.0.0.2', port)
    try {
      const url = `http://changing.example:${port}/`
      for (const guard of [
        guardWebhooks([`changing.example:${port}`], undefined),
        guardLists([`changing.example:${port}`]),
      ]) {
        let asked = 0
        const resolve = async () => [{ address: asked++ ? '127.0.0.2' : '127.0.0.1', family: 4 }]
        assert.equal((await fetchGuarded({ ...guard, resolve }, url, { maxBytes: 10 })).status, 200)
        assert.equal(asked, 1)
      }
      assert.deepEqual(reached, ['127.0.0.1', '127.0.0.1'])
      // A name that was public when it was entered, and is inside when it is fetched.
      const inside = async () => [{ address: '127.0.0.1', family: 4 }]
      for (const guard of [guardWebhooks([], undefined), guardLists([])])
        await assert.rejects(
          fetchGuarded({ ...guard, resolve: inside }, `https://changing.example:${port}/`, { maxBytes: 10 }),
          /not public/,
        )
      assert.equal(reached.length, 2)
    } finally {
      first.close()
      second.close()
    }
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
