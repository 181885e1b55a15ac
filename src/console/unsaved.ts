import { useEffect } from 'preact/hooks'

/** Everything on the page that somebody has written and not saved. */
const unsaved = new Set<symbol>()

/** While something is not saved, the browser asks before the page is closed, and `mayLeave` before a screen is left. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const mark = Symbol()
    const warn = (event: Event) => event.preventDefault()
    unsaved.add(mark)
    addEventListener('beforeunload', warn)
    return () => {
      unsaved.delete(mark)
      removeEventListener('beforeunload', warn)
    }
  }, [isUnsaved])
}

/** True when nothing would be lost, or whoever wrote it says that it may be. */
export function mayLeave(): boolean {
  if (unsaved.size && !confirm('You have unsaved changes. Leave without saving?')) return false
  unsaved.clear()
  return true
}
