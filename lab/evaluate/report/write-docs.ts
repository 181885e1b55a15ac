import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readFigures } from './figures.ts'
import { fillPage } from './fill.ts'
import { isMeasured, MEASURED } from './measured.ts'
import { isOlder } from './provenance.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The pages that may contain tables of figures. */
export const pagesWithFigures = (): string[] =>
  globSync(['README.md', 'docs/**/*.md', 'models/*.md'], { cwd: root }).sort()

/**
 * npm run docs: every table between markers is generated again from docs/figures; reports figures older than the code.
 */
export async function run(): Promise<void> {
  const files = await readFigures()
  for (const page of pagesWithFigures()) {
    const before = await readFile(path.join(root, page), 'utf8')
    const { text } = fillPage(before, files)
    if (text === before) continue
    await writeFile(path.join(root, page), text)
    console.log(`${page}: written`)
  }
  for (const { set, date, version } of files.values()) {
    if (isMeasured(set) && isOlder(version, MEASURED[set].code))
      console.log(`${set}: measured on ${date}, version ${version}; the code has changed since`)
  }
}
