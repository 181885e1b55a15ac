import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type FigureFile, keepFigures, readFigures } from '../../../../lab/evaluate/report/figures.ts'
import { fillPage } from '../../../../lab/evaluate/report/fill.ts'
import { isMeasured, MEASURED } from '../../../../lab/evaluate/report/measured.ts'
import type { Measured } from '../../../../lab/evaluate/report/sets/measured.ts'
import { pagesWithFigures } from '../../../../lab/evaluate/report/write-docs.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const files = await readFigures()
const pages = pagesWithFigures().map((page) => ({ page, text: readFileSync(`${root}/${page}`, 'utf8') }))

describe('the figures of the documentation', () => {
  for (const { page, text } of pages.filter(({ text }) => text.includes('<!-- figures: ')))
    it(`are those of docs/figures: ${page}`, () => {
      assert.equal(fillPage(text, files).text, text, `run npm run docs, then commit ${page}`)
    })

  it('are all shown somewhere', () => {
    const shown = new Set(pages.flatMap(({ text }) => [...fillPage(text, files).used]))
    assert.deepEqual(
      [...files.keys()].filter((set) => !shown.has(set)),
      [],
    )
  })

  for (const file of files.values())
    it(`say where they come from, and can all be drawn: ${file.set}`, () => {
      assert.ok(isMeasured(file.set))
      const { what, data, tables } = MEASURED[file.set] as Measured<unknown>
      assert.equal(file.what, what)
      assert.equal(file.data, data(file.figures))
      assert.match(file.date, /^\d{4}-\d\d-\d\d$/)
      assert.match(file.version, /^\d+\.\d+\.\d+/)
      for (const text of [file.command, file.machine]) assert.ok(text.length > 3)
      for (const table of Object.values(tables)) assert.ok(table(file.figures).rows.length > 0)
    })

  it('stand in tables of pages that are generated, not written by hand', () => {
    const counts = /^\|.*\b\d+ of \d+\b/
    const byHand = pages.flatMap(({ page, text }) =>
      withoutMarked(text)
        .split('\n')
        .filter((line) => page.startsWith('docs/accuracy') && counts.test(line)),
    )
    assert.deepEqual(byHand, [])
  })
})

describe('a page with figures', () => {
  const file: FigureFile = {
    set: 'race',
    what: 'Everything at once on one session.',
    data: '5 rounds',
    command: 'npm run bench -- race',
    date: '2026-01-31',
    machine: 'a small one',
    version: '0.1.0',
    figures: { rows: [{ database: 'sqlite', rounds: 5, impossibleEndStates: 0 }] },
  }
  const some = new Map([['race', file]])
  const page = 'before\n<!-- figures: race.run -->\nold\n<!-- /figures -->\nafter\n'

  it('gets its tables again, with the source below the first of a set', () => {
    const { text, used } = fillPage(page + page, some)
    assert.match(text, /\| SQLite +\| 5 +\| 0 +\|/)
    assert.equal(text.match(/npm run bench -- race.*5 rounds.*2026-01-31, version 0\.1\.0.*a small one/g)?.length, 1)
    assert.ok(text.startsWith('before\n') && text.endsWith('\nafter\n') && !text.includes('old'))
    assert.deepEqual([...used], ['race'])
    assert.equal(fillPage(text, some).text, text)
  })

  it('is a fault when it asks for what was never measured', () => {
    assert.throws(() => fillPage(page, new Map()), /docs\/figures\/race\.json is missing/)
    assert.throws(() => fillPage(page.replace('race.run', 'race.won'), some), /no table "won"/)
    assert.throws(() => fillPage(page.replace('race.run', 'horses.run'), some), /no set "horses"/)
    const empty = new Map([['race', { ...file, figures: { rows: [{ database: 'sqlite' }] } }]])
    assert.throws(() => fillPage(page, empty), /a figure is missing/)
  })
})

describe('what was measured just now', () => {
  it('is kept with what it is, on how much, the command, the day, the machine and the version', async (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'limen-figures-'))
    test.after(() => rmSync(folder, { recursive: true, force: true }))
    const figures = { rows: [{ database: 'sqlite', rounds: 5, impossibleEndStates: 1 / 3 }] }
    await keepFigures('race', figures, 'npm run bench -- race', folder)

    const kept = (await readFigures(folder)).get('race')
    assert.equal(kept?.what, 'Everything at once on one session.')
    assert.equal(kept?.data, '5 rounds')
    assert.equal(kept?.command, 'npm run bench -- race')
    assert.match(kept?.date ?? '', /^\d{4}-\d\d-\d\d$/)
    assert.match(kept?.machine ?? '', /^\d+ \w+ cores, load \d+$/)
    assert.match(kept?.version ?? '', /^\d+\.\d+\.\d+( at [0-9a-f]{7,}\+?)?$/)
    assert.deepEqual(kept?.figures, { rows: [{ database: 'sqlite', rounds: 5, impossibleEndStates: 0.333333 }] })
  })
})

const withoutMarked = (text: string) => text.replace(/<!-- figures: \S+ -->\n[\s\S]*?<!-- \/figures -->/g, '')
