import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { examplesOf } from './carry-out.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md', 'models/*.md', 'lab/**/*.md', 'deploy/*.md'], { cwd: root }).sort()

/** Files that a guide makes. */
const made = new Set(pages.flatMap((page) => examplesOf(page).map(({ file }) => file)))

/** Paths from the root of the tree, in backticks or code. A star or an ellipsis stands for any name. */
const PATH = /(?<![\w/.-])(?:src|test|bench|tools|training|models|docs|deploy)\/[\w./*…-]*\w/g
const LINK = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g

describe('what the pages name', () => {
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8')

    it(`exists: the files of ${page}`, () => {
      const code = [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside).join('\n')
      const missing = [...code.matchAll(PATH)].map(([path]) => path).filter((path) => !made.has(path) && !exists(path))
      assert.deepEqual([...new Set(missing)], [])
    })

    it(`exists: what ${page} links to`, () => {
      const targets = [...text.matchAll(LINK)].map(([, target = '']) => target)
      assert.deepEqual(
        targets.filter((target) => !existsSync(join(root, dirname(page), target))),
        [],
      )
    })
  }
})

function exists(path: string): boolean {
  const pattern = path.replaceAll('…', '*')
  return pattern.includes('*') ? globSync(pattern, { cwd: root }).length > 0 : existsSync(join(root, pattern))
}
