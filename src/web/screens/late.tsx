import type { ComponentType } from 'preact'
import stylesAddress from '../styles/corners.css?url'
import { loadStyles, useLoaded } from '../use-loaded.ts'

/** A screen whose program is loaded for those who come by it. */
const late =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const part = useLoaded(true, async () => ({ Screen: await load() }))
    return part ? <part.Screen {...props} /> : <div class="page" aria-busy="true" />
  }

export const LateWallet = late(async () => (await import('./wallet.tsx')).Wallet)

export const LateCorners = late(async () => {
  await loadStyles(stylesAddress)
  return (await import('./corners.tsx')).Corners
})
