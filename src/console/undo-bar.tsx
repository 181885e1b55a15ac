import { useEffect, useState } from 'preact/hooks'
import { reasonOf } from '../ui/words.ts'
import { undo } from './api.ts'
import type { Done } from './case/case-pane.tsx'
import { useKeys } from './keys.ts'
import { Key } from './parts.tsx'

interface Props {
  done: Done
  /** The time is over, or it was taken back. */
  close(): void
  undone(id: string): void
}

/** What was just done, said and seen, and the way back for as long as there is one. */
export function UndoBar({ done, close, undone }: Props) {
  const [left, setLeft] = useState(done.undoSeconds)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const end = performance.now() + done.undoSeconds * 1000
    const timer = setInterval(() => {
      const seconds = Math.ceil((end - performance.now()) / 1000)
      setLeft(seconds)
      if (seconds <= -SEEN) close()
    }, 250)
    return () => clearInterval(timer)
  }, [done])
  const act = () =>
    undo(done.id).then(
      () => undone(done.id),
      (error: unknown) => setProblem(reasonOf(error)),
    )
  const mayUndo = left > 0 && problem === undefined
  useKeys({ z: mayUndo ? () => void act() : undefined })
  return (
    <div class="undo">
      <span role="status">
        {problem ?? (
          <>
            <span class="mono">{done.id.slice(0, 8)}</span> {done.words}
          </>
        )}
      </span>
      {mayUndo && (
        <button type="button" class="quiet tiny" onClick={() => void act()}>
          Undo <Key>Z</Key> <span aria-hidden="true">{left} s</span>
        </button>
      )}
    </div>
  )
}

/** Where nothing can be taken back it is still said for a moment. */
const SEEN = 4
