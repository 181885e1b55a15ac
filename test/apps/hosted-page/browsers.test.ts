import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

const PAGE = path.join(import.meta.dirname, '../../../src/apps/hosted-page')

/** Newer than ES2022, which the pages are built for: syntax is rewritten, methods are not. */
const TOO_NEW =
  /\.(toSorted|toReversed|toSpliced|findLast|findLastIndex|withResolvers|isWellFormed|toWellFormed)\(|\b(Object|Map)\.groupBy\(|\bArray\.fromAsync\(/

describe('the hosted page', () => {
  const files = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

  it('calls nothing that the oldest browsers it is built for lack', () => {
    assert.ok(files.length > 50)
    const calling = files.filter((file) => TOO_NEW.test(readFileSync(path.join(PAGE, file), 'utf8')))
    assert.deepEqual(calling, [])
  })
})
