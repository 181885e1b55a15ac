import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const file = (name: string) => new URL(`../../${name}`, import.meta.url)
const figuresOf = <Figures>(set: string) =>
  (JSON.parse(readFileSync(file(`docs/figures/${set}.json`), 'utf8')) as { figures: Figures }).figures

/** What one person asks of the engine, in pages and selfies. */
const PEOPLE = [
  { who: 'a passport and a selfie', pages: 1, selfies: 1 },
  { who: 'a card, both sides, and a selfie', pages: 2, selfies: 1 },
  { who: 'the same, every picture taken twice', pages: 4, selfies: 2 },
]

describe('the table of sizes', () => {
  it('follows from what was measured: the processor time of a page, a selfie and a decision', () => {
    const { cpuMs: page } = figuresOf<{ cpuMs: { p50: number; p95: number } }>('documents')
    const { cpuMs: selfie } = figuresOf<{ cpuMs: { p50: number; p95: number } }>('facesQuality')
    const { sessions, complete } = figuresOf<{ sessions: number; complete: { cpuS: number } }>('decide')
    const secondsOf = ({ pages, selfies }: { pages: number; selfies: number }, share: 'p50' | 'p95') =>
      (pages * page[share] + selfies * selfie[share]) / 1000 + complete.cpuS / sessions
    const rows = PEOPLE.map((person) => {
      const slow = secondsOf(person, 'p95')
      const hourly = (cores: number) => (Math.floor((3600 * cores) / slow / 10) * 10).toLocaleString('en-US')
      return `| ${person.who} | ${secondsOf(person, 'p50').toFixed(1)} | ${slow.toFixed(1)} | ${hourly(1)} | ${hourly(4)} | ${hourly(16)} |`
    })
    const table = [
      '| one person sends | CPU-s, half of them | CPU-s, 95 of 100 | people an hour, 1 core | 4 cores | 16 cores |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n')
    const text = readFileSync(file('docs/operations.md'), 'utf8')
    const wanted = text.replace(
      /<!-- sizes -->[\s\S]*<!-- \/sizes -->/,
      () => `<!-- sizes -->\n${table}\n<!-- /sizes -->`,
    )
    assert.ok(text.includes('<!-- sizes -->'))
    if (process.env.UPDATE_DOCS) writeFileSync(file('docs/operations.md'), wanted)
    else assert.equal(text, wanted, 'run UPDATE_DOCS=1 npm test -- test/docs/sizes.test.ts')
  })
})
