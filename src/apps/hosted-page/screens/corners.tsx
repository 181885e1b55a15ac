import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isConvex, type Point, type Quad } from '../guidance/find-sides.ts'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import type { Shot } from '../screen.ts'

interface CornersProps {
  shot: Shot
  progress: { step: number; steps: number }
  onSet: (corners: Quad) => void
  onBack: (() => void) | undefined
}

/** Where the corners start if no outline was found. */
const START: Quad = [
  [0.1, 0.2],
  [0.9, 0.2],
  [0.9, 0.8],
  [0.1, 0.8],
]
/** The fraction of the picture by which an arrow key moves a corner, and with Shift. */
const STEP = { small: 0.005, large: 0.05 }
const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The whole picture with the document's four corners, to be set by hand. */
export function Corners({ shot, progress, onSet, onBack }: CornersProps) {
  const { say } = useSpeech()
  const [corners, setCorners] = useState<Quad>(shot.marked ?? shot.outline ?? START)
  const frame = useRef<HTMLDivElement>(null)
  const address = useMemo(() => URL.createObjectURL(shot.picture), [shot])
  useEffect(() => () => URL.revokeObjectURL(address), [address])

  /** Corners that are not in clockwise order are not accepted. */
  const move = (at: number, to: (from: Point) => Point) =>
    setCorners((before) => {
      const next = before.map((corner, index) => (index === at ? (to(corner).map(share) as Point) : corner)) as Quad
      return isConvex(next) ? next : before
    })
  const drag = (at: number, { clientX, clientY }: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (box) move(at, () => [(clientX - box.left) / box.width, (clientY - box.top) / box.height])
  }
  return (
    <Layout title={say('cornersAdjust')} progress={progress} onBack={onBack}>
      <p id="corners-how">{say('cornersHow')}</p>
      <div class="corners">
        <div ref={frame}>
          <img src={address} alt={say('yourPicture')} draggable={false} />
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <polygon points={corners.map(([x, y]) => `${100 * x},${100 * y}`).join(' ')} />
          </svg>
          {corners.map(([x, y], at) => (
            <button
              key={at}
              type="button"
              aria-label={say('cornersOne', { number: at + 1 })}
              aria-describedby="corners-how"
              style={{ left: `${100 * x}%`, top: `${100 * y}%` }}
              onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
              onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && drag(at, event)}
              onKeyDown={(event) => {
                const by = ARROWS[event.key]
                if (!by) return
                event.preventDefault()
                const step = event.shiftKey ? STEP.large : STEP.small
                move(at, ([fromX, fromY]) => [fromX + by[0] * step, fromY + by[1] * step])
              }}
            />
          ))}
        </div>
      </div>
      <div class="actions">
        <button type="button" class="primary" onClick={() => onSet(corners)}>
          {say('use')}
        </button>
      </div>
    </Layout>
  )
}

const share = (value: number): number => Math.round(10_000 * Math.min(1, Math.max(0, value))) / 10_000
