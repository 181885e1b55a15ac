import { useEffect, useState } from 'preact/hooks'
import type { EyePoints } from '../../../kernel/contract/place.ts'
import type { Asked } from '../../ui/use-answer.ts'
import { reasonOf } from '../../ui/words.ts'
import { pictureAddress } from '../api.ts'

/** Pictures on screen, by session and name: two views of one picture share it, so that it counts as one view. */
const held = new Map<string, { address: Promise<string>; viewers: number }>()

/** A picture of a session, held in this page's memory only while it is on screen. */
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

/** The size of the picture behind an address, once it is known. */
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

interface Size {
  width: number
  height: number
}

/** The window in which both faces are shown, and where their eyes are placed in it. */
export const WINDOW = { width: 100, height: 120 }
const LEFT = { x: 35, y: 52 }
const RIGHT = { x: 65, y: 52 }

/**
 * Rotates, scales and moves a picture so that its eyes are where those of every other picture are: the six numbers of
 * an SVG matrix. Without eyes the whole picture is shown.
 */
export function alignEyes({ width, height }: Size, eyes: EyePoints | undefined): number[] {
  if (!eyes) return fit({ width, height })
  const a = { x: eyes.left.x * width, y: eyes.left.y * height }
  const across = { x: eyes.right.x * width - a.x, y: eyes.right.y * height - a.y }
  const apart = across.x ** 2 + across.y ** 2
  if (apart === 0) return fit({ width, height })
  const wanted = RIGHT.x - LEFT.x
  // The quotient of the two distances as complex numbers; the target distance is horizontal.
  const [cos, sin] = [(wanted * across.x) / apart, (-wanted * across.y) / apart]
  return [cos, sin, -sin, cos, LEFT.x - (cos * a.x - sin * a.y), LEFT.y - (sin * a.x + cos * a.y)]
}

function fit({ width, height }: Size): number[] {
  const scale = Math.min(WINDOW.width / width, WINDOW.height / height)
  return [scale, 0, 0, scale, (WINDOW.width - scale * width) / 2, (WINDOW.height - scale * height) / 2]
}
