import { comeBack } from '../../features/wallet/screen/ask-wallet.ts'

/**
 * Entry points that few visitors need: the console's preview, and the return from a wallet, whose code is in the
 * address.
 */
export async function enter(page: Element, open: (page: Element) => void): Promise<void> {
  if (location.pathname.endsWith('/preview')) return (await import('./preview.tsx')).showPreview(page)
  await comeBack()
  open(page)
}
