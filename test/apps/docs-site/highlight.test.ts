import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { highlight } from '../../../src/apps/docs-site/highlight.ts'

describe('code in the documentation', () => {
  it('is marked by kind, and escaped', () => {
    assert.equal(
      highlight('const a = "<b>" // 1 & 2', 'ts'),
      '<span class="k">const</span> a = <span class="s">&quot;&lt;b&gt;&quot;</span> <span class="c">// 1 &amp; 2</span>',
    )
    assert.equal(
      highlight('curl -d \'{"a": 1}\' "$URL#b" # send', 'curl'),
      '<span class="k">curl</span> -d <span class="s">&#39;{&quot;a&quot;: 1}&#39;</span> <span class="s">&quot;$URL#b&quot;</span> <span class="c"># send</span>',
    )
    assert.equal(highlight('{"a": 12.5, "b": true}', 'json').includes('<span class="n">12.5</span>'), true)
    assert.equal(
      highlight('<a b="c">', 'html'),
      '<span class="k">&lt;a</span> b=<span class="s">&quot;c&quot;</span><span class="k">&gt;</span>',
    )
  })

  it('stays as it is in a language that nobody described', () => {
    assert.equal(highlight('a < b', 'mermaid'), 'a &lt; b')
    assert.equal(highlight('a < b', undefined), 'a &lt; b')
  })

  it('of any length takes time in proportion to it', () => {
    const hostile = `${'"\\'.repeat(50_000)}${'/*'.repeat(50_000)}${"'".repeat(50_001)}`
    const start = performance.now()
    for (const language of ['ts', 'sh', 'py', 'html', 'json']) highlight(hostile, language)
    assert.ok(performance.now() - start < 5_000)
  })
})
