import type { Page } from 'playwright-core'
import { fileOf, nameCard, openClassroom } from './support/classroom.ts'

/** Pictures of a document being taught by the real engine, from three drawn cards: naming, trying, and the list. */
export async function teachScreenshots(take: (page: Page, name: string) => Promise<void>): Promise<void> {
  const room = await openClassroom()
  try {
    const page = await room.enter()
    await nameCard(page, room.cards)
    await page.getByRole('button', { name: 'Picture 1', exact: true }).scrollIntoViewIfNeeded()
    await take(page, 'console-teach')
    await page.getByRole('button', { name: 'Teach', exact: true }).click()
    await page.getByText('Saved as a draft').waitFor()
    await page.getByRole('link', { name: 'Review and publish' }).click()
    await page.getByLabel('Other pictures of the document').setInputFiles([fileOf('another.jpg', room.photograph)])
    await page.getByRole('article').waitFor()
    await page.getByRole('heading', { name: 'Try it' }).evaluate((heading) => heading.scrollIntoView())
    await take(page, 'console-try')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Switch off' }).waitFor()
    await page.goto(`${room.stage.base}/console/documents`)
    await page.getByRole('button', { name: /^Show all/ }).click()
    await page.getByRole('row').nth(5).waitFor()
    await take(page, 'console-documents')
  } finally {
    await room.close()
  }
}
