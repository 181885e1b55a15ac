import { useEffect, useRef, useState } from 'preact/hooks'
import { reasonOf } from '../../ui/words.ts'
import { byItself, claim, Refused, release } from '../api.ts'

const RENEW_MS = 5 * 60_000 // a third of what a claim lasts

/** Takes the case while it is on screen and gives it back afterwards, unless it was settled. */
export function useClaim(id: string, wanted: boolean) {
  const [refusal, setRefusal] = useState<string>()
  const [isTaken, setTaken] = useState(false)
  const [turn, again] = useState(0)
  const mine = useRef(false)
  useEffect(() => {
    if (!wanted) return
    const take = () =>
      claim(id).then(
        () => {
          mine.current = true
          setRefusal(undefined)
          setTaken(false)
        },
        (error: unknown) => {
          const hasAnother = error instanceof Refused && error.code === 'CASE_CLAIMED'
          if (hasAnother) mine.current = false
          setTaken(hasAnother)
          setRefusal(reasonOf(error))
        },
      )
    void take()
    const timer = setInterval(() => byItself(take), RENEW_MS)
    return () => {
      clearInterval(timer)
      // Nothing is lost when this fails: the claim runs out by itself.
      if (mine.current) release(id).catch(() => {})
    }
  }, [id, wanted, turn])
  return {
    refusal,
    /** Somebody else has it. */
    isTaken,
    /** Tries once more to take it. */
    again: () => again((times) => times + 1),
    forget: () => {
      mine.current = false
    },
  }
}
