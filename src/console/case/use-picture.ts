import { useEffect, useState } from 'preact/hooks'
import type { Asked } from '../../ui/use-answer.ts'
import { reasonOf } from '../../ui/words.ts'
import { pictureAddress } from '../api.ts'
import type { Size } from './align-eyes.ts'

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

/** How large the picture behind an address is, once it is known. */
export function useSize(address: string | undefined): Size | undefined {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    setSize(undefined)
    if (address === undefined) return
    let isStale = false
    const picture = new Image()
    picture.onload = () => isStale || setSize({ width: picture.naturalWidth, height: picture.naturalHeight })
    picture.src = address
    return () => {
      isStale = true
    }
  }, [address])
  return size
}
