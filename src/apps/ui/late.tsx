import type { ComponentType } from 'preact'
import { useLoaded } from './use-loaded.ts'

/** A component whose code is loaded when it is first shown, or before; until then an empty element has its place. */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  emptyClass?: string,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Late(props: Props) {
    const part = useLoaded(!known, async () => {
      known = await load()
      return { Shown: known }
    })
    const Shown = known ?? part?.Shown
    return Shown ? <Shown {...props} /> : <div class={emptyClass} aria-busy="true" />
  }
}
