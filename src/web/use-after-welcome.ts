import { useEffect, useState } from 'preact/hooks'

export type AfterWelcome = typeof import('./after-welcome.ts')

/** On a line that breaks it is asked for again, until it is there. */
const AGAIN_MS = 2_000

/** Loads the later screens as soon as there is something to look at in the meantime; undefined until they are there. */
export function useAfterWelcome(hasBegun: boolean): AfterWelcome | undefined {
  const [loaded, setLoaded] = useState<AfterWelcome>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!hasBegun || loaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    import('./after-welcome.ts').then(setLoaded, (error: unknown) => {
      console.warn('The next screens could not be loaded yet.', error)
      timer = setTimeout(() => setTries((count) => count + 1), AGAIN_MS)
    })
    return () => clearTimeout(timer)
  }, [hasBegun, tries])
  return loaded
}
