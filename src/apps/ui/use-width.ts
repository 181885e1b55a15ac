import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** The current width of an element in pixels; `first` until it is known. */
export function useWidth<Shown extends Element>(first: number): [RefObject<Shown | null>, number] {
  const shown = useRef<Shown>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    if (!shown.current) return
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    watch.observe(shown.current)
    return () => watch.disconnect()
  }, [])
  return [shown, width]
}
