import { useRef, useState } from 'preact/hooks'

/** The position of the lens in the window over the picture, and the size of that window. */
interface LensPoint {
  x: number
  y: number
  width: number
  height: number
}

const RADIUS = 88
const POWER = 2.5
const STEP = 16

/**
 * A magnifier over a picture: it follows a hovering mouse or pen, and the arrow keys once M has opened it. Touch has
 * none: the finger would cover what the lens shows.
 */
export function useLens() {
  const [point, setPoint] = useState<LensPoint>()
  const called = useRef(false)
  const put = (next: LensPoint | undefined, byKeys = false) => {
    called.current = byKeys && next !== undefined
    setPoint(next)
  }

  return {
    point,
    hover(event: PointerEvent & { currentTarget: HTMLElement }) {
      if (event.pointerType === 'touch' || event.buttons) return put(undefined)
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
      put({ x: event.clientX - left, y: event.clientY - top, width, height })
    },
    hide: () => put(undefined),
    /** True when the key was meant for the lens. */
    press({ key, currentTarget }: KeyboardEvent & { currentTarget: HTMLElement }): boolean {
      const { clientWidth: width, clientHeight: height } = currentTarget
      if (key === 'm' || key === 'M') {
        put(called.current ? undefined : { x: width / 2, y: height / 2, width, height }, true)
        return true
      }
      if (!called.current || !point) return false
      if (key === 'Escape') {
        put(undefined)
        return true
      }
      const move = MOVES[key]
      if (!move) return false
      const [x, y] = [within(point.x + move[0] * STEP, width), within(point.y + move[1] * STEP, height)]
      put({ x, y, width, height }, true)
      return true
    },
  }
}

const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, value))

interface Props {
  point: LensPoint
  address: string
  /** How the picture below is rotated, moved and adjusted: the lens shows it the same way. */
  look: { transform: string; filter: string }
}

/** The same picture again, enlarged around the point. */
export function Lens({ point: { x, y, width, height }, address, look }: Props) {
  const around = `translate(${RADIUS - POWER * x}px, ${RADIUS - POWER * y}px) scale(${POWER})`
  return (
    <div
      class="lens"
      aria-hidden="true"
      style={{ left: `${x - RADIUS}px`, top: `${y - RADIUS}px`, width: `${2 * RADIUS}px`, height: `${2 * RADIUS}px` }}
    >
      <div style={{ width: `${width}px`, height: `${height}px`, transform: around }}>
        <img src={address} alt="" draggable={false} style={look} />
      </div>
    </div>
  )
}
