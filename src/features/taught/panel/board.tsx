import { useRef, useState } from 'preact/hooks'
import { plain } from '../../../apps/ui/words.ts'
import type { PageArea, PicturePreview } from '../contract/documents.ts'
import { type Field, MARKS, type Mark, type Marks } from './lesson.ts'

interface Props {
  look: PicturePreview
  title: string
  fields: Record<number, Field>
  marks: Marks
  /** The line that is being labelled. */
  current: number | undefined
  choose: (line: number) => void
  /** What the pointer is drawing. */
  drawing: Mark | undefined
  drawn: (place: PageArea) => void
}

/** The straightened picture, with every line that was read as a button and the portraits as frames. */
export function Board({ look, title, fields, marks, current, choose, drawing, drawn }: Props) {
  const board = useRef<HTMLDivElement>(null)
  const [begun, begin] = useState<{ x: number; y: number }>()
  const [now, setNow] = useState<PageArea>()
  const at = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = board.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: within((clientX - left) / width), y: within((clientY - top) / height) }
  }
  return (
    <div
      ref={board}
      class={`board ${drawing ? 'drawing' : ''}`}
      style={{ aspectRatio: `${look.width} / ${look.height}` }}
      onPointerDown={(event) => {
        if (!drawing) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        begin(at(event))
      }}
      onPointerMove={(event) => begun && setNow(between(begun, at(event)))}
      onPointerUp={() => {
        if (now && now.width > SMALLEST && now.height > SMALLEST) drawn(now)
        begin(undefined)
        setNow(undefined)
      }}
    >
      <img src={look.picture} alt={title} draggable={false} />
      {look.lines.map(({ text, box }, line) => (
        <button
          key={line}
          type="button"
          class={`line ${fields[line] ? 'named' : ''}`}
          aria-pressed={line === current}
          aria-label={`${text}: ${fields[line] ? plain(fields[line]) : 'no field'}`}
          title={fields[line] && plain(fields[line])}
          disabled={drawing !== undefined}
          style={styleOf(box)}
          onClick={() => choose(line)}
        />
      ))}
      {(Object.entries(marks) as [Mark, PageArea][]).map(([mark, place]) => (
        <span key={mark} class="mark" style={styleOf(place)}>
          <span>{MARKS[mark]}</span>
        </span>
      ))}
      {now && <span class="mark" style={styleOf(now)} />}
    </div>
  )
}

/** The smallest frame. A smaller one is an accidental click. */
const SMALLEST = 0.02

const within = (share: number): number => Math.min(1, Math.max(0, share))

const between = (a: { x: number; y: number }, b: { x: number; y: number }): PageArea => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

const styleOf = ({ x, y, width, height }: PageArea) => ({
  left: `${100 * x}%`,
  top: `${100 * y}%`,
  width: `${100 * width}%`,
  height: `${100 * height}%`,
})
