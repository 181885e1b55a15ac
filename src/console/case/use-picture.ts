import { useEffect, useState } from 'preact/hooks'
import type { Asked } from '../../ui/use-answer.ts'
import { reasonOf } from '../../ui/words.ts'
import { pictureAddress } from '../api.ts'

/** Pictures on screen, by session and name: two views of one share it, so that one look is one look. */
const held = new Map<string, { address: Promise<string>; viewers: number }>()

/** A picture of a session, held in this page's memory while it is on screen and no longer. */
export function usePicture(id: string, name: string): Asked<string> {
  const [state, setState] = useState<{ value?: string; problem?: string }>({})
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isStale = false
    const key = `${id} ${name}`
    const picture = held.get(key) ?? { address: pictureAddress(id, name), viewers: 0 }
    held.set(key, picture)
    picture.viewers++
    setState({})
    picture.address.then(
      (value) => isStale || setState({ value }),
      (error: unknown) => {
        held.delete(key)
        if (!isStale) setState({ problem: reasonOf(error) })
      },
    )
    return () => {
      isStale = true
      if (--picture.viewers > 0) return
      held.delete(key)
      picture.address.then(URL.revokeObjectURL, () => {})
    }
  }, [id, name, round])
  return { value: state.value, problem: state.problem, again: () => setRound((before) => before + 1) }
}
