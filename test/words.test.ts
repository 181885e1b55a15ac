import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(new URL('.', import.meta.url)))

/** What not to write, and what to write instead: docs/glossary.md has the words of the code. */
const WORDS: readonly [word: RegExp, instead: string][] = [
  [/\bcaged?s?\b/i, 'sandbox'],
  [/\bprisoners?\b/i, 'a process in the sandbox'],
  [/\bwish(es|ed)?\b/i, 'picture request'],
  [/\bupkeep\b/i, 'jobs'],
  [/\b(letIn|takeIn|patiently|unhurried|Sight|isFirm|FIRM)\b/, 'what is meant: admit, intake, withRetry, confirmed'],
  [/\b(const|let) (telling|firm)\b/, 'what is meant: distinguishing, confirmed'],
  [/\bworkbench(es)?\b/i, 'read engine, read context'],
  [/\banew\b/i, 'again'],
  [/\bso manyth\b/i, 'one in every so many'],
  [/\bof before\b(?! the| a )/i, 'earlier, previous, from before'],
  [/\blet(s|ting)? go of\b/i, 'release'],
  [/\bthe house\b|\bfront doors?\b/i, 'architecture, entry point'],
  [/\bbeside\b/i, 'next to, in addition to, compared with'],
  [/\btold\b(?! apart\b)/i, 'said, notified, predicted, found: what is meant'],
  [/\b(speaks?|spoke|spoken) for\b/i, 'supports'],
  [/\b(gives?|gave|given) away\b/i, 'reveals'],
  [/\b(is|are|was) no (country|copy|setting|date|hex)\b/i, 'is not a …'],
  [/\bread surely\b/i, 'read reliably'],
  [/\bmend(s|ed|ing)?\b/, 'fix, correct'],
  [/\bof late\b/i, 'recently'],
  [/\bfor this alone\b/i, 'only for this'],
  [/\b(goes|go) on by (itself|themselves)\b/i, 'continues automatically'],
  [/\bas (this document|(its )?(taught )?model) does\b/i, 'like …'],
  [/\b[a-z]+Told|\bTold[A-Z]|\btold[A-Z]/, 'SessionEffects, prediction, auditEntry, kind'],
  [/\b(const|let) (told|gone|wish|desk|cage|shelf|beside)\b/, 'a name that says what it is'],
  [/\b\w*(Wish|Workbench|Shelf|Cage|Beside|Upkeep)[A-Z]?\w*\b/, 'a name from docs/glossary.md'],
  [
    /\b(interface|class|export type) (Told|Wish|Desk|Shelf|Prints|Upkeep|Door|Arrow|Room)\b/,
    'a name from docs/glossary.md',
  ],
]

/** Where one of them is right. */
const ALLOWED: readonly [file: RegExp, text: RegExp, because: string][] = [
  [/^lab\/bench\/support\/reader\.ts$/, /workbench/i, 'the file of that name in versions up to 0.2'],
  [/./, /\bbesidePage\b/, 'a key of stored sessions'],
  [/^src\/vision\/nets\/runtime\.ts$|^lab\/training\//, /['"]told['"]/, 'the name of an output in the model files'],
]

const TEXTS = ['src', 'lab', 'packages', 'tools', 'docs', 'deploy', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']
const SKIPPED =
  /^lab\/training\/photographs\.md$|^docs\/(plots|figures|screenshots)\/|recorded\.json$|\/locales\/(?!en-US)|\/data\/|models\.json$/

describe('the words of code and documentation', () => {
  const files = listed().filter(
    (file) => /\.(tsx?|mjs|py|md|css|mermaid)$|en-US(\.first)?\.json$/.test(file) && !SKIPPED.test(file),
  )

  it('are those that an engineer would search for', () => {
    assert.ok(files.length > 500)
    const found = files.flatMap((file) =>
      readFileSync(`${root}/${file}`, 'utf8')
        .split('\n')
        .flatMap((line, at) => faultsOf(file, line).map((fault) => `${file}:${at + 1}: ${fault}`)),
    )
    assert.deepEqual(found, [])
  })

  it('are looked for in comments, names and sentences', () => {
    for (const line of ['// its cage', 'const told = 1', 'openWish(session)', 'interface Desk {', 'told by the net.'])
      assert.equal(faultsOf('src/main.ts', line).length, 1, line)
    for (const line of ['// 410 Gone', 'printed text', 'besides the selfie', 'captures.besidePage', 'told apart'])
      assert.deepEqual(faultsOf('src/main.ts', line), [], line)
  })

  it('name no file', () => {
    const named = listed().filter((file) =>
      /(^|[/-])(told|wish|desk|workbench|shelf|cage|beside|prints|upkeep|doors?|arrows)(\.|\/|-)/.test(file),
    )
    // A migration keeps the name it was applied under.
    assert.deepEqual(
      named.filter((file) => !/migrations\/\d{4}-|fixtures\/versions\/\d|^docs\/screenshots\//.test(file)),
      [],
    )
  })
})

function faultsOf(file: string, line: string): string[] {
  const read = ALLOWED.reduce(
    (text, [where, what]) => (where.test(file) ? text.replaceAll(new RegExp(what, `g${what.flags}`), '') : text),
    line,
  )
  return WORDS.flatMap(([word, instead]) => {
    const [found] = word.exec(read) ?? []
    return found === undefined ? [] : [`“${found}”: write ${instead}`]
  }).slice(0, 1)
}

/** The files of the tree: those that git knows, or in a tree without git all of them. */
function listed(): string[] {
  try {
    const known = execFileSync('git', ['ls-files', '-z', '--', ...TEXTS], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    return known.split('\0').filter(Boolean)
  } catch {
    return globSync(
      TEXTS.map((each) => (each.includes('.') ? each : `${each}/**/*.*`)),
      { cwd: root },
    ).filter((file) => !file.includes('node_modules'))
  }
}
