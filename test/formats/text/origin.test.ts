import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOrigin } from '../../../src/formats/text/origin.ts'

describe('an origin', () => {
  for (const origin of [
    'https://shop.example',
    'https://shop.example:8443',
    'https://[2001:db8::1]',
    'http://localhost:3000',
  ])
    it(`may be ${origin}`, () => assert.ok(isOrigin(origin)))

  for (const text of [
    '',
    '*',
    'https://*',
    'https://*.example',
    'https://shop.example/',
    'https://shop.example; script-src *',
    "https://shop.example 'unsafe-inline'",
    'https://shop.example,https://other.example',
    'https://shop.example\nset-cookie: a=b',
    'https://user@shop.example',
    'https://shop.example?x',
    'https://shop.example#x',
    'https://shop..example',
    'https://shop.example:0',
    'https://shop.example:99999',
    'https://',
    'http://shop.example',
    'javascript://shop.example',
    'null',
    'data:',
  ])
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(isOrigin(text), false))
})
