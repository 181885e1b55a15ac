import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const source = new URL('../src/', import.meta.url)

/** What features are called. The kernel's imports of features are held by imports.test.ts. */
const FEATURE_WORDS =
  /(?<![a-z])(chip|wallet|screening|watchlist|taught|challenge|duplicate|returning|issuance)s?(?![a-z])|Chip|Wallet|Taught|Challenge/

/** How many lines of a file still name a feature, by what they are about. The numbers only go down; no file is added. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a kind of outgoing request, counted under this name': {
    'platform/deadline.ts': 1,
  },
  'document models that were learnt from pictures': {
    'vision/document/checks/check.ts': 3,
    'vision/document/checks/reference.ts': 6,
    'vision/document/checks/traces/judge-traces.ts': 3,
    'vision/document/fields/gather.ts': 2,
    'vision/document/fields/read-fields.ts': 1,
    'vision/document/fields/read-visual.ts': 2,
    'vision/document/judge-page.ts': 1,
    'vision/document/locate-document.ts': 4,
    'vision/document/page-reading.ts': 4,
    'vision/document/read-document.ts': 10,
    'vision/document/read-page.ts': 3,
    'vision/process/child.ts': 1,
    'vision/taught/compare/judge.ts': 9,
    'vision/taught/compare/open-reference.ts': 1,
    'vision/taught/compare/reference.ts': 1,
    'vision/taught/find-values.ts': 1,
    'vision/taught/learn/draw-print.ts': 1,
    'vision/taught/learn/draw-reference.ts': 2,
    'vision/taught/learn/preview.ts': 5,
    'vision/taught/limits.ts': 5,
    'vision/taught/model.ts': 8,
    'vision/taught/recognise.ts': 14,
    'vision/taught/taught-documents.ts': 7,
  },
  'moves of the head, one after the other': {
    'vision/face/challenge/challenge.ts': 25,
    'vision/face/challenge/find-moves.ts': 5,
    'vision/face/challenge/moves.ts': 2,
    'vision/face/challenge/read-challenge.ts': 9,
    'vision/face/challenge/track-nose.ts': 1,
    'vision/face/embed-face.ts': 1,
    'vision/face/face-reading.ts': 3,
    'vision/image-names.ts': 3,
  },
  'names of stored results and of work in metrics': {
    'vision/engine.ts': 8,
    'vision/process/messages.ts': 6,
    'vision/process/pool.ts': 6,
    'vision/process/worker.ts': 7,
    'vision/read-engine.ts': 10,
  },
  'the data that a limit was measured on': {
    'vision/document/checks/traces/limits.ts': 1,
    'vision/picture/register/patches.ts': 1,
  },
}

describe('formats, platform and vision', () => {
  it('name no feature, but in the lines that are listed', () => {
    const found = globSync('{formats,platform,vision}/**/*.ts', { cwd: source }).flatMap((file) => {
      const lines = readFileSync(new URL(file.replaceAll('\\', '/'), source), 'utf8').split('\n')
      const count = lines.filter((line) => FEATURE_WORDS.test(line)).length
      return count ? [[file.replaceAll('\\', '/'), count] as const] : []
    })
    const known = Object.assign({}, ...Object.values(KNOWN)) as Record<string, number>
    assert.deepEqual(Object.fromEntries(found.sort()), Object.fromEntries(Object.entries(known).sort()))
  })
})
