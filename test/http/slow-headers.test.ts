import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'

describe('headers that trickle', () => {
  let test: TestApp
  let address: URL
  before(async () => {
    test = await startTestApp()
    address = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }))
  })
  after(() => test.close())

  it('end with their line, also where the caller keeps it open; others are served meanwhile', async () => {
    const accepted = once(test.app.server, 'connection') as Promise<[Socket]>
    const socket = connect({ port: Number(address.port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    const [line] = await accepted
    const closed = once(line, 'close')
    socket.write('POST /api/v1/enrolment/document HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
    const trickle = setInterval(() => socket.write('a'), 500)
    const other = await fetch(new URL('/healthz', address))
    assert.equal(other.status, 200)
    await closed
    clearInterval(trickle)
    socket.destroy()
  })

  it('are 16 kB at most', async () => {
    const { status } = await fetch(new URL('/healthz', address), { headers: { 'x-long': 'a'.repeat(20_000) } })
    assert.equal(status, 431)
  })
})
