import { useEffect, useRef } from 'preact/hooks'

/**
 * Makes the browser's own Back go one step back in the page. Every step forward lays an entry on the history, at the
 * person's own tap: browsers pass over entries that nobody asked for. Taking one off is what Back does; where there is no
 * step to go back to, it goes on to what was before the page.
 */
export function useBrowserBack(screen: object, back: (() => void) | undefined): void {
  const latest = useRef(back)
  latest.current = back
  const wentBack = useRef(true) // the first screen is where the page begins
  useEffect(() => {
    const goBack = () => {
      if (!latest.current) return history.back()
      wentBack.current = true
      latest.current()
    }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [])
  useEffect(() => {
    if (!wentBack.current && latest.current) history.pushState(history.state, '')
    wentBack.current = false
  }, [screen])
}
