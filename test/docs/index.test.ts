import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, it } from 'node:test'

const { GUIDE_GROUPS } = (await import(new URL('../../tools/site.mjs', import.meta.url).href)) as {
  GUIDE_GROUPS: readonly { title: string; files: readonly string[] }[]
}

describe('the index of the documentation', () => {
  it('has the pages of the site in the order of the site', () => {
    const index = readFileSync(new URL('../../docs/README.md', import.meta.url), 'utf8')
    const groups = index
      .split(/^## /m)
      .slice(1)
      .map((group) => ({
        title: group.slice(0, group.indexOf('\n')),
        files: [...group.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link = '']) => posix.join('docs', link)),
      }))
    assert.deepEqual(groups, GUIDE_GROUPS)
  })
})
