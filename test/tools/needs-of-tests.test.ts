import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

const { needsOf } = await import(new URL('../../tools/needs-of-tests.mjs', import.meta.url).href)
const needs = (...files: string[]): string[] => [...(needsOf(files) as Set<string>)].sort()

describe('what npm test prepares for some files', () => {
  it('is nothing for a test of a format, or of the interface in one process', () => {
    assert.deepEqual(needs('test/formats/mrz/parse-mrz.test.ts', 'test/api/rights.test.ts'), [])
  })

  it('is the build and a browser for a browser test, which names them in a file that it imports', () => {
    assert.deepEqual(needs('test/e2e/chip.test.ts'), ['build', 'chromium'])
  })

  it('is the build for a test that starts the built program, and fixtures for one that reads faces', () => {
    assert.deepEqual(needs('test/apps/cli/commands/try.test.ts'), ['build'])
    assert.deepEqual(needs('test/vision/face/read-face.test.ts'), ['fixtures'])
  })
})
