import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A piece of code in a guide that names the file it belongs to: a whole file, or lines to add to one (`diff`). */
export interface Example {
  kind: string
  file: string
  code: string
}

export function examplesOf(guide: string): Example[] {
  const text = readFileSync(join(root, guide), 'utf8')
  return [...text.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', file = '', code = '']) => ({
    kind,
    file,
    code,
  }))
}

export interface Copy {
  path(file: string): string
  /** A module of the copy, with the type of the one it was copied from. */
  load<Module>(file: string): Promise<Module>
  remove(): void
}

/** A copy of the tree in which the guides' examples were written to their files. */
export function carryOut(guides: readonly string[]): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'limen-guide-'))
  for (const name of ['src', 'lab', 'test', 'packages', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', '.models', '.cache', 'models', 'docs'])
    symlinkSync(join(root, name), join(folder, name))
  const path = (file: string) => join(folder, file)
  for (const { kind, file, code } of guides.flatMap(examplesOf)) {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), kind === 'diff' ? added(readFileSync(path(file), 'utf8'), code, file) : code)
  }
  return {
    path,
    load: (file) => import(pathToFileURL(path(file)).href),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Lines with a plus go right after the line they follow, or right before the one they precede where they come first; a line
 * with a minus is taken out.
 * The lines around them are found one after the other, from the top.
 */
export function added(text: string, diff: string, file: string): string {
  const lines = text.split('\n')
  let at: number | undefined
  let first: string[] = []
  for (const line of diff.split('\n').filter(Boolean)) {
    const content = line.slice(1)
    if (line.startsWith('+')) {
      if (at === undefined) first.push(content)
      else lines.splice(at++, 0, content)
      continue
    }
    const found = lines.indexOf(content, at)
    if (found < 0) throw new Error(`${file} has no line "${content}"`)
    const isRemoved = line.startsWith('-')
    lines.splice(found, isRemoved ? 1 : 0, ...first)
    at = found + first.length + (isRemoved ? 0 : 1)
    first = []
  }
  return lines.join('\n')
}
