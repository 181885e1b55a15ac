import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Which rooms a room may import from, beside itself. docs/architecture.md draws the same arrows. */
const arrows: Record<string, string[]> = {
  domain: [],
  actions: ['domain', 'contract/page-texts.ts'],
  contract: ['domain/vocabulary.ts', 'domain/decision/factors/index.ts'],
  engine: ['domain', 'actions/ports'],
  storage: ['domain', 'actions/ports'],
  http: ['actions', 'domain', 'contract'],
  specimen: ['engine', 'domain'],
  evaluate: ['engine', 'domain', 'specimen'],
  web: ['contract'],
  console: ['contract', 'web'],
  demo: ['contract', 'web'],
}

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => file.slice('src/'.length))
const imports = new Map(files.map((file) => [file, importsOf(file)]))

describe('the import graph', () => {
  it('has no arrow that the house does not draw', () => {
    const wrong = files.flatMap((file) => {
      const room = file.split('/')[0] ?? ''
      const allowed = arrows[room]
      if (!allowed) return [] // main.ts, cli and config stand above the rooms
      return (imports.get(file) ?? [])
        .filter((target) => !target.startsWith(`${room}/`))
        .filter((target) => !allowed.some((place) => target === place || target.startsWith(`${place}/`)))
        .map((target) => `${file} → ${target}`)
    })
    assert.deepEqual(wrong, [])
  })

  it('has no cycle', () => {
    const done = new Set<string>()
    const visit = (file: string, path: string[]): string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
      if (done.has(file)) return undefined
      for (const target of imports.get(file) ?? []) {
        const cycle = visit(target, [...path, file])
        if (cycle) return cycle
      }
      done.add(file)
      return undefined
    }
    for (const file of files) assert.equal(visit(file, [])?.join(' → '), undefined)
  })

  it('keeps the domain pure: no package, no clock, no input or output', () => {
    for (const file of files.filter((name) => name.startsWith('domain/'))) {
      const source = readFileSync(join(root, 'src', file), 'utf8')
      const outside = [...source.matchAll(/from '([^.][^']*)'/g)].map(([, name]) => name)
      assert.deepEqual(outside, [], file)
      assert.doesNotMatch(source, /Date\.now\(|new Date\(\)|Math\.random\(|process\.|fetch\(/, file)
    }
  })

  it('lets nothing import main.ts', () => {
    for (const [file, targets] of imports) assert.ok(!targets.includes('main.ts') || file === 'cli/serve.ts', file)
  })
})

/** What a file imports by relative path. Types count as arrows between rooms; within a room they may point both ways. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, 'src', file), 'utf8')
  const targets = [...source.matchAll(/^(?:import|export)\b(?! type\b)[^'"]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm)]
  const types = [...source.matchAll(/^(?:import|export) type\b[^'"]*?from '(\.[^']+)'/gm)]
  const resolve = (target: string | undefined) => normalize(join(dirname(file), target ?? ''))
  const values = targets.map(([, from, bare]) => resolve(from ?? bare))
  const room = file.split('/')[0]
  const foreignTypes = types.map(([, from]) => resolve(from)).filter((target) => !target.startsWith(`${room}/`))
  return [...values, ...foreignTypes]
}
