import { useEffect, useState } from 'preact/hooks'

/** On a line that breaks it is asked for again, until it is there. */
const AGAIN_MS = 2_000

/** A part of the page in a file of its own, loaded once it is wanted; undefined until it is there. */
export function useLoaded<Part>(isWanted: boolean, load: () => Promise<Part>): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isWanted || loaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    load().then(
      (part) => setLoaded({ part }),
      (error: unknown) => {
        console.warn('A part of the page could not be loaded yet.', error)
        timer = setTimeout(() => setTries((count) => count + 1), AGAIN_MS)
      },
    )
    return () => clearTimeout(timer)
  }, [isWanted, tries])
  return loaded?.part
}
