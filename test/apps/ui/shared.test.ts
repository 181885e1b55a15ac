import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { importGraph, liesIn } from '../../support/import-graph.ts'

const source = join(import.meta.dirname, '../../../src')
const read = (file: string) => readFileSync(join(source, file), 'utf8')
const pages = globSync('apps/{hosted-page,console,demo,ui}/**/*.{tsx,css,html}', { cwd: source })

describe('what the pages share', () => {
  it('is written once: a table, a filter, a QR code', () => {
    const holding = (mark: RegExp) => pages.filter((file) => mark.test(read(file))).sort()
    assert.deepEqual(holding(/<table\b/), ['apps/ui/table.tsx'])
    assert.deepEqual(holding(/class="filter"/), ['apps/ui/search.tsx'])
    assert.deepEqual(holding(/qrcode\(/), ['apps/ui/qr-code.tsx'])
  })

  it('lies in ui: no style sheet and no page takes one from another page', () => {
    const foreign = pages.flatMap((file) =>
      [...read(file).matchAll(/(?:@import |href=|src=)"\.\.\/(?:\.\.\/)?(\w+)\//g)]
        .filter(([, room = '']) => !['ui', 'features', file.split('/')[1]].includes(room))
        .map(([text]) => `${file}: ${text}`),
    )
    assert.deepEqual(foreign, [])
  })

  it('is built again when a file changes that a page imports', () => {
    const [, listed = ''] = /const places = \[([\s\S]*?)\]/.exec(read('../tools/prepare.mjs')) ?? []
    const places = [...listed.matchAll(/'src\/([^']+)'/g)].map(([, place = '']) => place)
    const graph = importGraph()
    const reached = new Set<string>()
    const visit = (file: string) => {
      if (reached.has(file)) return
      reached.add(file)
      for (const target of graph.get(file) ?? []) visit(target)
    }
    for (const file of graph.keys()) if (/^apps\/(hosted-page|console|demo\/(?!server))/.test(file)) visit(file)
    const unseen = [...reached].filter((file) => !places.some((place) => liesIn(file, place)))
    assert.deepEqual(unseen, [])
  })
})
