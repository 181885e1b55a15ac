import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { receiversOf } from '../../../src/apps/hosted-page/frame.ts'

describe('who hears what the page says in a frame', () => {
  const origins = ['https://shop.example', 'https://app.shop.example']

  it('is the page around it alone, where its origin is known and was named', () => {
    assert.deepEqual(receiversOf(origins, 'https://app.shop.example'), ['https://app.shop.example'])
    assert.deepEqual(receiversOf(origins, 'https://other.example'), [])
    assert.deepEqual(receiversOf(['https://Shop.example:443'], 'https://shop.example'), ['https://Shop.example:443'])
  })

  it('is every origin that was named where the browser does not say whose page it is', () => {
    assert.deepEqual(receiversOf(origins, undefined), origins)
  })
})
