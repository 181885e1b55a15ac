import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './prepare.mjs'

/** What a test needs besides packages and models, with the words that show it in its text or in what it imports. */
const SIGNS = {
  build: /\bdist\b|\bCHROMIUM\b|['"`]tools\/|['"`]\/(?:web-enrolment|console|demo|docs|reference)\b(?!\/api)/,
  chromium: /\bCHROMIUM\b/,
  fixtures: /\bfixtures\b/,
  generators: /\bgenerators\b/,
}

export const ALL_NEEDS = new Set(Object.keys(SIGNS))

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/**
 * The needs of some test files: their own and those of every file of the tests and the lab that they import. Of what
 * they import from src nothing needs to be prepared.
 */
export function needsOf(files) {
  const reached = new Set(files.map((file) => file.replaceAll('\\', '/')))
  const needs = new Set()
  for (const file of reached) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [need, sign] of Object.entries(SIGNS)) if (sign.test(text)) needs.add(need)
    for (const [, path] of text.matchAll(IMPORT)) {
      const target = posix.join(posix.dirname(file), path)
      if (/^(?:test|lab)\//.test(target) && existsSync(join(root, target))) reached.add(target)
    }
  }
  return needs
}
