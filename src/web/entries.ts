import { comeBack } from './ask-wallet.ts'

/** What few come by: the preview of the console, and the way back from a wallet, whose code stands behind the address. */
export async function enter(page: Element, open: (page: Element) => void): Promise<void> {
  if (location.pathname.endsWith('/preview')) return (await import('./preview.tsx')).showPreview(page)
  await comeBack()
  open(page)
}
