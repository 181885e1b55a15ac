import { useEffect, useState } from 'preact/hooks'

/** True once something has gone on for so long without a break. */
export function useElapsed(isGoingOn: boolean, ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    setElapsed(false)
    if (!isGoingOn) return
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [isGoingOn, ms])
  return hasElapsed
}
