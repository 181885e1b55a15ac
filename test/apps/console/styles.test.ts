import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const src = join(import.meta.dirname, '../../../src')
const read = (file: string) => readFileSync(join(src, file), 'utf8')

/** The sheets of single screens, and the files that show those screens. Panels in the case have CSS modules of their own. */
const SHEETS: Record<string, RegExp> = {
  'apps/console/case.css': /^apps\/console\/((case|queue)\/|screens\/(queue|shortcuts))|\/panel\//,
  'apps/console/settings.css': /^apps\/console\/(settings|setup|screens|overview)\//,
  'features/taught/panel/documents.css': /^features\/taught\/panel\//,
}
const SHARED = ['apps/console/base.css', 'apps/console/shared.css', ...globSync('apps/ui/styles/*.css', { cwd: src })]

describe('every style sheet', () => {
  it('takes its sizes of type from the scale', () => {
    const files = globSync(['apps/**/*.css', 'features/**/*.css'], { cwd: src })
    assert.ok(files.length > 20)
    const sizes = files.flatMap((file) =>
      [...read(file).matchAll(/\bfont(?:-size)?:\s*(?:[\w-]+\s+)*?([\d.]+(?:px|rem))/g)].map(
        ([, size]) => `${file}: ${size}`,
      ),
    )
    assert.deepEqual(sizes, [])
  })
})

describe('the style sheets of the console', () => {
  const shared = new Set(SHARED.flatMap((file) => classesOf(read(file))))
  const sheets = Object.entries(SHEETS).map(([file, usedBy]) => ({
    file,
    usedBy,
    own: new Set(classesOf(read(file)).filter((name) => !shared.has(name))),
  }))

  it('give each class one owner', () => {
    const names = sheets.flatMap(({ own }) => [...own])
    assert.ok(names.length > 50)
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
  })

  it('style no other screen than their own', () => {
    const files = globSync(['apps/console/**/*.tsx', 'features/*/panel/*.tsx', 'apps/ui/*.tsx'], { cwd: src })
    assert.ok(files.length > 60)
    const foreign = files.flatMap((file) =>
      usedIn(read(file)).flatMap((name) =>
        sheets
          .filter(({ own, usedBy }) => own.has(name) && !usedBy.test(file))
          .map((sheet) => `${file}: .${name} is of ${sheet.file}`),
      ),
    )
    assert.deepEqual(foreign, [])
  })

  it('are read as a browser reads them', () => {
    assert.deepEqual(classesOf('.a .b,\n.c > .d { x: y }\n@media (width < 9px) { main.e .f { x: y } }'), [
      'a',
      'c',
      'e',
    ])
    assert.deepEqual(usedIn('<p class="a b"> <p class={`c d`}> <p class={e ? \'f\' : undefined}>'), [
      'a',
      'b',
      'c',
      'd',
      'f',
    ])
  })
})

/** The classes that begin a selector: what stands behind them is theirs alone. */
function classesOf(css: string): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...plain.matchAll(/([^{};]+)\{/g)]
    .flatMap(([, selector = '']) => (selector.trim().startsWith('@') ? [] : selector.split(',')))
    .flatMap((each) => /^[\w:]*\.([a-z][\w-]*)/.exec(each.trim())?.[1] ?? [])
}

function usedIn(tsx: string): string[] {
  return [...tsx.matchAll(/\bclass=(?:"([^"]*)"|\{([^\n]*?)\}(?=[\s>]))/g)]
    .flatMap(([, plain, expression = '']) =>
      plain === undefined ? [...expression.matchAll(/['`]([^'`]*)['`]/g)].map(([, text = '']) => text) : [plain],
    )
    .flatMap((text) => text.replace(/\$\{[^}]*\}/g, ' ').split(/\s+/))
    .filter(Boolean)
}
