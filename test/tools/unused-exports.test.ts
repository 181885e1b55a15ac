import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

const { unusedExports } = (await import(new URL('../../tools/unused-exports.mjs', import.meta.url).href)) as {
  unusedExports(texts: Map<string, string>): string[]
}
const unusedIn = (files: Record<string, string>) => unusedExports(new Map(Object.entries(files)))

describe('the check for unused exports', () => {
  it('names an export that no other file imports', () => {
    assert.deepEqual(
      unusedIn({ 'src/a.ts': "export const one = 1\nexport type Two = 2\nimport { one } from './b.ts'" }),
      ['src/a.ts: one', 'src/a.ts: Two'],
    )
  })

  it('knows imports of values and types, under another name, whole, later, and from tests', () => {
    const files = {
      'src/a.ts': 'export const one = 1\nexport interface Two {}\nexport async function three() {}',
      'src/b/b.ts': "import { one as first, type Two } from '../a.ts'",
      'test/a.test.ts': "const { three } = await import('../src/a.ts')",
      'src/c.ts': 'export class Four {}',
      'src/d.ts': "import * as c from './c.ts'\nexport { one } from './a.ts'",
      'src/e.ts': 'export const command = 5',
      'src/f.ts': "const load = () => import('./e.ts')",
    }
    assert.deepEqual(unusedIn(files), [])
  })
})
