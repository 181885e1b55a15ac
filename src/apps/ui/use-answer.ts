import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { reasonOf } from './words.ts'

export interface Asked<Value> {
  value: Value | undefined
  problem: string | undefined
  /** Asks again; the previous value stays until the answer arrives. */
  again(): void
}

/**
 * Asks when the screen opens and when `about` changes; with `everyMs` also at intervals while the page is visible.
 * `ask` then learns that the request is automatic.
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
