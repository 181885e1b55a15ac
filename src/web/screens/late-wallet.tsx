import type { ComponentProps } from 'preact'
import { useLoaded } from '../use-loaded.ts'
import type { Wallet } from './wallet.tsx'

/** The wallet's screen, whose program is loaded for those who choose it. */
export function LateWallet(props: ComponentProps<typeof Wallet>) {
  const part = useLoaded(true, () => import('./wallet.tsx'))
  return part ? <part.Wallet {...props} /> : <div class="page" aria-busy="true" />
}
