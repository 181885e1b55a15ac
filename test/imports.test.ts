import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { importGraph, source } from './support/import-graph.ts'

const graph = importGraph()
const imports = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
const named = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`

/** What each layer may import of the others, as the chart of docs/architecture.md draws it. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  formats: [],
  platform: ['formats'],
  vision: ['formats', 'platform'],
  kernel: ['formats', 'platform', 'vision'],
  features: ['formats', 'platform', 'vision', 'kernel'],
  apps: ['formats', 'platform', 'vision', 'kernel', 'features', 'app.ts', 'main.ts'],
  'app.ts': ['formats', 'platform', 'vision', 'kernel', 'features', 'apps'],
  'main.ts': ['formats', 'platform', 'vision', 'kernel', 'features', 'apps', 'app.ts'],
}
const layerOf = (file: string): string => file.split('/')[0] ?? ''

/** The folder of a feature that a file lies in; the lists next to the folders belong to none. */
const featureOf = (file: string): string | undefined => /^features\/(\w+)\//.exec(file)?.[1]

/** Panels and screens are shown by the pages' own parts. */
const isOfPages = ({ from, to }: { from: string; to: string }): boolean =>
  /^features\/\w+\/(panel|screen)\//.test(from) && /^apps\/(console|hosted-page|ui)\//.test(to)

/** A word that names a feature. */
const FEATURE_NAME = /chip|wallet|seal|screening|taught|challenge|duplicate|returning|issuance|openid|scim/i

/** Files of the pages and commands that still have such a word, with the lines that do. None is added, and no line. */
const APPS_THAT_NAME_FEATURES: Record<string, number> = {
  // The places of a tenant's settings in the console.
  'apps/console/settings/tenant-draft.tsx': 1,
  'apps/console/settings/tenant-fields.tsx': 1,
  'apps/console/screens/settings.tsx': 1,
  // Whose signature is trusted: the kinds are arguments of a command, and stay.
  'apps/cli/commands/trust.ts': 16,
  'apps/console/settings/trust.tsx': 7,
  // `limen person block` and the suites by their names, which are arguments too.
  'apps/cli/commands/conform.ts': 4,
  'apps/cli/commands/person.ts': 1,
  // A sign-in is played from the outside, as a service does it.
  'apps/cli/commands/try.ts': 7,
  'apps/cli/try/try-sign-in.ts': 4,
  'apps/demo/integrator.ts': 1,
  'apps/demo/server/sign-in.ts': 12,
  'apps/demo/sign-in-with.tsx': 1,
  // What the service answers: error codes and fields of the session's state.
  'apps/docs-site/reference/remedies.ts': 3,
  'apps/hosted-page/preview.tsx': 1,
  'apps/hosted-page/steps.ts': 1,
  'apps/cli/commands/policy.ts': 1,
  'apps/console/case/targets.ts': 1,
  // Sentences, and words that mean something else: a sealed backup, the provider of the console's own sign-in.
  'apps/cli/commands/doctor.ts': 1,
  'apps/cli/commands/read.ts': 1,
  'apps/cli/commands/restore.ts': 3,
  'apps/cli/commands/reviewers.ts': 1,
  'apps/console/case/fields.tsx': 1,
  'apps/console/settings/audit.tsx': 1,
  'apps/console/settings/hosted-page/text-fields.tsx': 1,
  'apps/console/settings/system.tsx': 2,
  'apps/console/setup/steps.tsx': 1,
  'apps/console/words.ts': 2,
  'apps/docs-site/landing.ts': 1,
}

describe('the layers', () => {
  it('import downwards: formats, platform, vision, kernel, features, apps', () => {
    const upwards = imports.filter(({ from, to }) => {
      const [above, below] = [layerOf(from), layerOf(to)]
      if (above === below || isOfPages({ from, to })) return false
      return !MAY_IMPORT[above]?.includes(below)
    })
    assert.deepEqual(upwards.map(named), [])
  })

  it('are drawn in docs/architecture.md', () => {
    const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8')
    const layers = new Set([...graph.keys()].map(layerOf))
    assert.deepEqual([...layers].sort(), Object.keys(MAY_IMPORT).sort())
    for (const layer of layers) assert.ok(page.includes(`\`${layer}${layer.endsWith('.ts') ? '' : '/'}\``), layer)
  })
})

describe('the import graph', () => {
  it('has no cycle, not even of types, between files', () => {
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
    assert.deepEqual(imports.filter(({ to }) => !graph.has(to)).map(named), [])
  })

  it('stays inside src: the product does not import the laboratory, the tools or the tests', () => {
    assert.deepEqual(imports.filter(({ to }) => to.startsWith('..')).map(named), [])
  })

  it('keeps what is computed pure: no package, no clock, no input or output', () => {
    const isPure = (name: string) =>
      /^(formats\/(asn1|mrz|aamva|text|personal-numbers)|features\/\w+\/(domain|rules|factors|judge))\//.test(name) ||
      /^kernel\/(evidence\/(document|face|camera)|decision\/(factors|live-rules))\//.test(name)
    for (const file of [...graph.keys()].filter(isPure)) {
      const text = readFileSync(join(source, file), 'utf8')
      const outside = [...text.matchAll(/from '([^.][^']*)'/g)].map(([, name]) => name)
      assert.deepEqual(outside, [], file)
      assert.doesNotMatch(text, /Date\.now\(|new Date\(\)|Math\.random\(|process\.|fetch\(/, file)
    }
  })

  it('lets nothing import main.ts but what starts it for the commands', () => {
    const importers = imports.filter(({ to }) => to === 'main.ts').map(({ from }) => from)
    assert.deepEqual(importers, ['apps/cli/support/start.ts'])
  })
})

describe('a feature', () => {
  it('is named by no more lines of the pages and commands than are listed', () => {
    const more = globSync('apps/**/*.{ts,tsx,css,html,js}', { cwd: source }).flatMap((file) => {
      const lines = readFileSync(join(source, file), 'utf8').split('\n')
      const found = lines.filter((line) => FEATURE_NAME.test(line)).length
      return found > (APPS_THAT_NAME_FEATURES[file] ?? 0) ? [`${file}: ${found}`] : []
    })
    assert.deepEqual(more, [])
    const gone = Object.keys(APPS_THAT_NAME_FEATURES).filter((file) => !existsSync(join(source, file)))
    assert.deepEqual(gone, [])
  })

  it('imports no other feature', () => {
    const pairs = imports.filter(({ from, to }) => {
      const [one, other] = [featureOf(from), featureOf(to)]
      return one !== undefined && other !== undefined && one !== other
    })
    assert.deepEqual(pairs.map(named), [])
  })

  it('has a page that says what it is for, and a descriptor in the list', () => {
    const folders = new Set([...graph.keys()].map(featureOf).filter((name) => name !== undefined))
    const listed = graph.get('features/index.ts')?.map(featureOf)
    assert.deepEqual([...folders].sort(), listed?.filter((name) => name !== undefined).sort())
    for (const name of folders) assert.ok(existsSync(join(source, 'features', name, 'README.md')), name)
  })
})
