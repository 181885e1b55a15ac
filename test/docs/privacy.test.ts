import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadTexts } from '../../src/kernel/texts/languages.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/privacy')
const papers = readdirSync(folder).filter((name) => name.endsWith('.md'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rows of every table whose last column is `proof`. */
function statementsIn(text: string): { statement: string; proof: string }[] {
  const statements: { statement: string; proof: string }[] = []
  let proving = false
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : undefined
    if (!cells) proving = false
    else if (cells.at(-1) === 'proof') proving = true
    else if (proving && !/^-+$/.test(cells[0] ?? ''))
      statements.push({ statement: cells.slice(0, -1).join(' '), proof: cells.at(-1) ?? '' })
  }
  return statements
}

describe('the papers on privacy', () => {
  for (const name of papers.filter((each) => each !== 'README.md'))
    it(`name a test for every statement: ${name}`, () => {
      const statements = statementsIn(read(`docs/privacy/${name}`))
      assert.ok(statements.length >= 3)
      for (const { statement, proof } of statements) {
        if (/yours to fill in/.test(statement)) continue
        const [, file = '', title = ''] = /^`([^`›]+) › ([^`]+)`$/.exec(proof) ?? []
        assert.ok(title, `no test is named for: ${statement}`)
        assert.ok(existsSync(join(root, file)), `${file} is not there, for: ${statement}`)
        const titles = [...read(file).matchAll(/\bit\(\s*(['"`])(.*?)\1,/gs)].map(([, , each]) => each)
        assert.ok(titles.includes(title), `${file} has no test “${title}”, for: ${statement}`)
      }
    })

  it('are all in their list, which names no other', () => {
    const listed = [...read('docs/privacy/README.md').matchAll(/^\| \[([\w-]+\.md)\]/gm)].map(([, name]) => name)
    assert.deepEqual(listed.toSorted(), papers.filter((name) => name !== 'README.md').toSorted())
  })

  it('link to pages that are there', () => {
    for (const name of papers)
      for (const [, target = ''] of read(`docs/privacy/${name}`).matchAll(/\]\(([^)#]+)[^)]*\)/g))
        assert.ok(existsSync(join(folder, target)), `${name}: ${target}`)
  })

  it('have the words of consent as they are asked', async () => {
    const file = join(folder, 'consent-texts.md')
    const page = readFileSync(file, 'utf8')
    const { consentTitle, ...texts } = await loadTexts('en-US')
    const { consentText, consentElse, consentKeep, consentReturning, consentAge } = texts
    const asked = [consentText, consentElse, consentKeep, consentReturning, consentAge]
    const parts = ['## en-US', `**${consentTitle}**`, ...asked]
    const wanted = page.replace(
      /<!-- consent -->[\s\S]*<!-- \/consent -->/,
      () => `<!-- consent -->\n${parts.join('\n\n')}\n<!-- /consent -->`,
    )
    if (process.env.UPDATE_DOCS) writeFileSync(file, wanted)
    else assert.equal(page, wanted, 'run UPDATE_DOCS=1 npm test -- test/docs/privacy.test.ts')
  })
})
