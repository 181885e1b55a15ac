import { useEffect, useState } from 'preact/hooks'

/** The address of what is on the screen; the browser's own is another once somebody has gone back. */
let shown = location.pathname

/** Where the console is: the part of the path after /console, in pieces. Ids of sessions at most, nothing of a person. */
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
  // What is looked for outlives a look at what was found: from a list to one of it and back.
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
