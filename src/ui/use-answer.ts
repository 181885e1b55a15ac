import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { reasonOf } from './words.ts'

export interface Asked<Value> {
  value: Value | undefined
  problem: string | undefined
  /** Asks again; what was there stays until the answer comes. */
  again(): void
}

/**
 * Asks when the screen opens and when `about` changes; with `everyMs` also again and again while the page is in sight,
 * and then `ask` learns that nobody pressed anything.
 */
export function useAnswer<Value>(
  ask: (byItself: boolean) => Promise<Value>,
  about: unknown[],
  everyMs?: number,
): Asked<Value> {
  const [state, setState] = useState<{ value?: Value; problem?: string }>({})
  const [round, setRound] = useState(0)
  const asked = useRef(0)
  const byTimer = useRef(false)
  const again = useCallback(() => setRound((before) => before + 1), [])

  useEffect(() => setState({}), about)
  useEffect(() => {
    const turn = ++asked.current
    const answer = ask(byTimer.current)
    byTimer.current = false
    answer.then(
      (value) => turn === asked.current && setState({ value }),
      (error: unknown) => turn === asked.current && setState((before) => ({ ...before, problem: reasonOf(error) })),
    )
  }, [...about, round])
  useEffect(() => {
    if (!everyMs) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      byTimer.current = true
      again()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])

  return { value: state.value, problem: state.problem, again }
}
