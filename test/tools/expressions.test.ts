import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importGraph } from '../support/import-graph.ts'

interface Verdict {
  status: string
  attack?: Attack
}
interface Attack {
  pumps: { prefix: string; pump: string }[]
  suffix: string
}
interface Collected {
  found: Map<string, { source: string; flags: string; files: Set<string> }>
  assembled: string[]
}
interface Bounded {
  expressions: Record<string, { files: string[]; length: number; reason: string; worst?: Attack }>
  built: Record<string, string>
}

const load = (name: string) => import(new URL(`../../tools/${name}`, import.meta.url).href)
const { collectExpressions, inheritedNames, keptVerdicts, faultsOf, attackOf } = (await load('expressions.mjs')) as {
  collectExpressions(texts?: Map<string, string>): Promise<Collected>
  inheritedNames(texts?: Map<string, string>): Promise<string[]>
  keptVerdicts(): Record<string, Verdict>
  faultsOf(collected: Collected, verdicts: Record<string, Verdict>, bounded?: Bounded): string[]
  attackOf(attack: Attack, length: number): string
}
const { bounded } = (await load('bounded-expressions.mjs')) as { bounded: Bounded }

/** An expression that grows too fast takes a hundred times as long; the machine may have other work. */
const LONGEST_MS = 250

const nothing: Bounded = { expressions: {}, built: {} }
const faultsIn = async (file: string, text: string) =>
  faultsOf(await collectExpressions(new Map([[file, text]])), {}, nothing)

describe('the expressions of the program', () => {
  it('take linear time on any input, or have a bound', async () => {
    const collected = await collectExpressions()
    assert.ok(collected.found.size > 500)
    assert.deepEqual(faultsOf(collected, keptVerdicts()), [])
  })

  it('take little time on the worst input within their bound', async () => {
    const { found } = await collectExpressions()
    for (const [name, { length, worst }] of Object.entries(bounded.expressions)) {
      const { source, flags } = found.get(name) ?? assert.fail(name)
      const attack = worst ?? keptVerdicts()[name]?.attack ?? assert.fail(`no attack on ${name}`)
      const input = attackOf(attack, length)
      const began = performance.now()
      new RegExp(source, flags).exec(input)
      assert.ok(performance.now() - began < LONGEST_MS, `${name}: ${performance.now() - began} ms`)
    }
  })
})

describe('the expressions of the pages', () => {
  it('have nothing that the oldest browsers they are built for cannot read', async () => {
    const graph = importGraph()
    const ofPages = new Set(['apps/hosted-page/main.tsx', 'apps/console/main.tsx', 'apps/demo/main.tsx'])
    for (const file of ofPages) for (const needed of graph.get(file) ?? []) ofPages.add(needed)
    assert.ok(ofPages.size > 100)
    const { found } = await collectExpressions()
    const tooNew = [...found].filter(([name]) => name.includes('(?<=') || name.includes('(?<!'))
    const where = tooNew.flatMap(([name, { files }]) => [...files].map((file) => ({ name, file })))
    const wrong = where.filter(
      ({ file }) => file.startsWith('packages/embed') || ofPages.has(file.replace(/^src\//, '')),
    )
    assert.deepEqual(wrong, [])
  })
})

describe('a name from outside', () => {
  it('is looked up among the names of the table itself', async () => {
    assert.deepEqual(await inheritedNames(), [])
    assert.deepEqual(await inheritedNames(new Map([['src/new.ts', "export const a = x in y, b = 'own' in y"]])), [
      'src/new.ts: x in y',
    ])
  })
})

describe('the check of expressions', () => {
  it('names a new one that takes too long, in code and in a schema', async () => {
    assert.deepEqual(await faultsIn('src/new.ts', 'const wrong = (text: string) => /(a|a)*b$/.test(text)'), [
      '/(a|a)*b$/ in src/new.ts is vulnerable: exponential',
    ])
    const schema = `const TEXT = '^(a+)+$'\nexport const S = { type: 'string', pattern: TEXT }`
    assert.deepEqual(await faultsIn('src/new.ts', schema), ['/^(a+)+$/u in src/new.ts is vulnerable: exponential'])
    assert.deepEqual(await faultsIn('src/new.tsx', "export const find = new RegExp('(b+)+c')"), [
      '/(b+)+c/ in src/new.tsx is vulnerable: exponential',
    ])
  })

  it('names a safe one whose verdict is not kept, and one that is put together', async () => {
    const [safe] = await faultsIn('src/new.ts', 'export const find = /^ab$/')
    assert.match(safe ?? '', /is safe, but not in/)
    const built = 'export const find = (name: string) => new RegExp(`<${' + 'name}>`)'
    assert.deepEqual(await faultsIn('src/new.ts', built), [
      'src/new.ts: new RegExp(`<${' + 'name}>`) is put together and not listed',
    ])
  })

  it('names a bounded one that is used in another file, and what is listed without need', async () => {
    const name = '/(a|a)*b$/'
    const one = await collectExpressions(new Map([['src/new.ts', 'export const find = /(a|a)*b$/']]))
    const listed = { expressions: { [name]: { files: ['src/old.ts'], length: 9, reason: '' } }, built: { gone: '' } }
    assert.deepEqual(faultsOf(one, { [name]: { status: 'vulnerable' } }, listed), [
      `${name} in src/new.ts has no bound`,
      'gone is listed and no longer there',
    ])
  })
})
