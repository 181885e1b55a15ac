import { useLayoutEffect } from 'preact/hooks'

/** Single keys that act while nobody is typing. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  // With the screen that shows them, not a frame later: a key that is pressed at once counts.
  useLayoutEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', act)
    return () => removeEventListener('keydown', act)
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=range], [type=checkbox], [type=radio]), textarea, select, dialog') !== null
