import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** With those of WCAG 2.2 too, which axe leaves out unless asked. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] as const

/** No rule of axe is broken on what the page shows now. Evaluated by the debugger, so the page's own policy stands. */
export async function assertAccessible(page: Page, screen: string, rules: readonly string[] = WCAG): Promise<void> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(source)
  const violations = await page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(options)
      // Lines on a picture of a document are as large as they are printed: that place is what they are about.
      const isPlace = (id: string, html: string) => id === 'target-size' && /class="line\b/.test(html)
      return violations
        .map(({ id, nodes }) => ({ id, shown: nodes.map(({ html }) => html).filter((html) => !isPlace(id, html)) }))
        .filter(({ shown }) => shown.length)
        .map(({ id, shown }) => `${id}: ${shown.join(' ')}`)
    },
    { resultTypes: ['violations'], runOnly: rules },
  )
  assert.deepEqual(violations, [], screen)
}

/** The same in the light and in the dark, where only colours are others. */
export async function assertAccessibleInBoth(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await assertAccessible(page, `${screen}, dark`, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await assertAccessible(page, `${screen}, light`)
}
