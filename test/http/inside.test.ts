import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { insideShownBy } from './inside.ts'

const shown = (type: string | undefined, payload: string | Uint8Array) =>
  insideShownBy({
    headers: type ? { 'content-type': type } : {},
    rawPayload: typeof payload === 'string' ? strToU8(payload) : payload,
  })

describe('the search for what an answer shows of the service’s inside', () => {
  it('finds stack frames, source files and places in the file system in text', () => {
    for (const text of ['Error: x\n    at run (a)', 'app.ts:12', '"/home/limen/data"', 'C:\\limen', 'node:internal/x'])
      assert.ok(shown('application/problem+json; charset=utf-8', JSON.stringify(text).replaceAll('\\n', '\n')), text)
    assert.ok(shown('text/plain', 'see /tmp/x'))
    assert.ok(shown(undefined, 'see /tmp/x'))
  })

  it('takes the last part of a token for no source file', () => {
    assert.equal(shown('application/json', '{"accessToken":"eyJh.eyJz.ts-4fGq"}'), undefined)
  })

  it('does not read pictures or compressed bytes as text', () => {
    assert.equal(shown('image/jpeg', 'K:\\'), undefined)
    const zip = zipSync({ 'a.json': strToU8('{}') }, { comment: 'K:\\ /tmp' })
    assert.equal(shown('application/zip', zip), undefined)
  })

  it('reads what a ZIP holds', () => {
    assert.equal(shown('application/zip', zipSync({ 'a.json': strToU8(`${'{}'.repeat(99)} /tmp/x`) })), ' /tmp')
    assert.ok(shown('application/zip', zipSync({ 'src/app.ts': strToU8('{}') })))
  })
})
