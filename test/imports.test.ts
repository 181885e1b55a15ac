import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { drawnImports, importGraph, liesIn, source } from './support/import-graph.ts'

const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8')
const [, chart = ''] = /## Imports\n[\s\S]*?```mermaid\n([\s\S]*?)```/.exec(page) ?? []
const drawn = drawnImports(chart)

const graph = importGraph()
const moduleOf = (file: string) => file.split('/')[0] ?? ''
const crossing = [...graph].flatMap(([from, targets]) =>
  targets.filter((to) => moduleOf(from) !== moduleOf(to)).map((to) => ({ from, to })),
)

describe('the picture of the architecture', () => {
  it('shows every import that exists, those of types too', () => {
    const missing = crossing.filter(
      ({ from, to }) => !drawn.some((drawnImport) => liesIn(from, drawnImport.from) && liesIn(to, drawnImport.to)),
    )
    assert.deepEqual(
      missing.map(({ from, to }) => `${from} → ${to}`),
      [],
    )
  })

  it('shows no other', () => {
    const unused = drawn.filter(
      (drawnImport) => !crossing.some(({ from, to }) => liesIn(from, drawnImport.from) && liesIn(to, drawnImport.to)),
    )
    assert.deepEqual(unused, [])
  })

  it('shows every module', () => {
    const modules = new Set([...graph.keys()].map(moduleOf))
    const shown = new Set(drawn.flatMap(({ from, to }) => [moduleOf(from), moduleOf(to)]))
    assert.deepEqual([...modules].sort(), [...shown].sort())
  })
})

describe('the import graph', () => {
  it('has no cycle, not even of types, between modules or inside one', () => {
    const done = new Set<string>()
    const visit = (file: string, path: string[]): string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
      if (done.has(file)) return undefined
      for (const target of graph.get(file) ?? []) {
        const cycle = visit(target, [...path, file])
        if (cycle) return cycle
      }
      done.add(file)
      return undefined
    }
    for (const file of graph.keys()) assert.equal(visit(file, [])?.join(' → '), undefined)
  })

  it('leads from files to files that exist', () => {
    const unknown = [...graph].flatMap(([file, targets]) =>
      targets.filter((target) => !graph.has(target)).map((target) => `${file} → ${target}`),
    )
    assert.deepEqual(unknown, [])
  })

  it('stays inside src: the product does not import the laboratory, the tools or the tests', () => {
    const outside = [...graph].flatMap(([file, targets]) =>
      targets.filter((target) => target.startsWith('..')).map((target) => `${file} → ${target}`),
    )
    assert.deepEqual(outside, [])
  })

  it('keeps the domain pure: no package, no clock, no input or output', () => {
    const isPure = (name: string) => /^(domain|asn1|capabilities\/\w+\/(domain|rules))\//.test(name)
    for (const file of [...graph.keys()].filter(isPure)) {
      const text = readFileSync(join(source, file), 'utf8')
      const outside = [...text.matchAll(/from '([^.][^']*)'/g)].map(([, name]) => name)
      assert.deepEqual(outside, [], file)
      assert.doesNotMatch(text, /Date\.now\(|new Date\(\)|Math\.random\(|process\.|fetch\(/, file)
    }
  })

  it('lets nothing import main.ts but what starts it for the commands', () => {
    const importers = [...graph].filter(([, targets]) => targets.includes('main.ts')).map(([file]) => file)
    assert.deepEqual(importers, ['apps/cli/support/start.ts'])
  })
})

/** The folder of a capability that a file lies in; the lists next to the folders belong to the core. */
const capabilityOf = (file: string): string | undefined => /^capabilities\/(\w+)\//.exec(file)?.[1]

/** Outside suites are run through the verifiers of the capabilities themselves. */
const isConformance = (from: string): boolean => from.startsWith('conform/')

/** Pages show what capabilities have for them: a panel in the console, a step of the hosted page, the types of their routes. */
const isForPages = (from: string, to: string): boolean =>
  /^(web|console|demo|ui)\//.test(from) && /^capabilities\/\w+\/(panel|step|contract)\//.test(to)

describe('a capability', () => {
  it('is imported by no other, and by the core through the lists alone', () => {
    const imported = [...graph].flatMap(([from, targets]) =>
      targets
        .filter((to) => {
          const capability = capabilityOf(to)
          const isOwn = capabilityOf(from) === capability || /^capabilities\/[\w-]+\.ts$/.test(from)
          return capability !== undefined && !isOwn && !isConformance(from) && !isForPages(from, to)
        })
        .map((to) => `${from} → ${to}`),
    )
    assert.deepEqual(imported, [])
  })

  it('has a descriptor in the list, and a page that says what it is for', () => {
    const folders = new Set([...graph.keys()].map(capabilityOf).filter((name) => name !== undefined))
    const listed = graph.get('features/index.ts')?.map(capabilityOf)
    assert.deepEqual([...folders].sort(), listed?.filter((name) => name !== undefined).sort())
    for (const name of folders) assert.ok(existsSync(join(source, 'capabilities', name, 'README.md')), name)
  })
})

describe('an import in the picture', () => {
  it('goes from node to node, several at once and in a row', () => {
    assert.deepEqual(
      drawnImports('flowchart LR\n  a & b --> c[x/c] --> d\n  subgraph s\n  end\n  d -- implements --> c'),
      [
        { from: 'a', to: 'x/c' },
        { from: 'b', to: 'x/c' },
        { from: 'x/c', to: 'd' },
        { from: 'd', to: 'x/c' },
      ],
    )
  })
})
