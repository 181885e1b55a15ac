import type { Frame, Page } from 'playwright-core'

/** Elements that are wider than the page or cut their own text off. */
export async function overflowing(page: Page | Frame): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll('body, body *')]
      .filter((each) => !each.closest('.hidden, svg, dialog:not([open])'))
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect()
        return left < -1 || right > innerWidth + 1 || (each.matches('button, h1, p, li') && each.scrollWidth > each.clientWidth + 1)
      })
      .map((each) => each.tagName + ': ' + each.textContent.slice(0, 60))`)
}
