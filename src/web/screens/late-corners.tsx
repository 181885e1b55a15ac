import type { ComponentProps } from 'preact'
import { loadStyles } from '../load-styles.ts'
import stylesAddress from '../styles/corners.css?url'
import { useLoaded } from '../use-loaded.ts'
import type { Corners } from './corners.tsx'

/** The corners' screen, whose program and styles are loaded for those who choose it. */
export function LateCorners(props: ComponentProps<typeof Corners>) {
  const part = useLoaded(true, async () => {
    await loadStyles(stylesAddress)
    return import('./corners.tsx')
  })
  return part ? <part.Corners {...props} /> : <div class="page" aria-busy="true" />
}
