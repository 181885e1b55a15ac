import { useEffect, useState } from 'preact/hooks'

/** The path that is on the screen; the browser's own path already differs after Back was pressed. */
let shown = location.pathname

/** The parts of the path after /console. It contains ids of sessions at most, no personal data. */
export function usePlace(): string[] {
  const [place, setPlace] = useState(here)
  useEffect(() => {
    const update = () => {
      if (shown !== location.pathname && !mayLeave()) return history.pushState(null, '', shown + location.search)
      shown = location.pathname
      setPlace(here())
    }
    addEventListener('popstate', update)
    return () => removeEventListener('popstate', update)
  }, [])
  return place
}

export function go(path: string): void {
  if (location.pathname + location.search === `/console/${path}`) return
  if (!mayLeave()) return
  // The search survives opening a result: from a list to one of its entries and back.
  const [from, to] = [here(), placeOf(path)]
  const isLook = from[0] === to[0] && (to.length > 1 || from.length > 1)
  history.pushState(isLook ? history.state : null, '', `/console/${path}`)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** A click on a link stays within the page, unless the person wants another tab. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a[href^="/console/"]')
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go((link.getAttribute('href') ?? '').slice('/console/'.length))
}

const here = (): string[] => placeOf(location.pathname.replace(/^\/console\/?/, ''))

const placeOf = (path: string): string[] => (path.split('?')[0] ?? '').split('/').filter(Boolean)

/** Every form on the page with unsaved changes. */
const unsaved = new Set<symbol>()

/** While something is unsaved, the browser asks before the page is closed, and `mayLeave` before a screen is left. */
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

/** True if nothing would be lost, or the user agrees to lose it. */
export function mayLeave(): boolean {
  if (unsaved.size && !confirm('You have unsaved changes. Leave without saving?')) return false
  unsaved.clear()
  return true
}
