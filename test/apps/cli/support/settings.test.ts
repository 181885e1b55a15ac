import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { warningsOf } from '../../../../src/apps/cli/support/settings.ts'

describe('the warnings of a start', () => {
  const cases: [string, string, boolean, RegExp[]][] = [
    ['http://localhost:8080', '127.0.0.1', true, []],
    ['http://[::1]:8080', '::1', true, []],
    ['https://id.bank.example', '0.0.0.0', false, []],
    ['http://localhost:8080', '0.0.0.0', true, [/do not work for them/, /demo is on/]],
    ['http://localhost:8080', '0.0.0.0', false, [/do not work for them/]],
    ['http://id.bank.example', '0.0.0.0', false, [/not https/]],
    ['http://id.bank.example', '0.0.0.0', true, [/not https/, /demo is on/]],
  ]
  for (const [baseUrl, host, demo, expected] of cases)
    it(`are ${expected.length} for ${baseUrl} on ${host}${demo ? ' with the demo' : ''}`, () => {
      const found = warningsOf({ baseUrl, host, demo })
      assert.equal(found.length, expected.length)
      for (const [index, words] of expected.entries()) assert.match(found[index] ?? '', words)
    })
})
