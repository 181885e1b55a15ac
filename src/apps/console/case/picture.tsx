import { useRef, useState } from 'preact/hooks'
import { Failed } from '../../ui/states.tsx'
import { Icon, type IconName } from '../parts.tsx'
import { Lens, useLens } from './lens.tsx'
import { usePicture } from './use-picture.ts'

interface View {
  zoom: number
  x: number
  y: number
  turns: number
  contrast: boolean
}
const WHOLE: View = { zoom: 1, x: 0, y: 0, turns: 0, contrast: false }
const MOST = 8
const STEP = 1.4
const NUDGE = 40

interface Props {
  id: string
  name: string
  title: string
  /** Present if there is a heat map of suspected changes; `name` is that picture while it is shown. */
  heat?: { on: boolean; toggle(): void }
  /** Called with the place that was clicked, as fractions of the picture. */
  choose?: (x: number, y: number) => void
}

/**
 * One picture: hovering magnifies, wheel or + and − zoom, drag or arrows move, buttons rotate it and raise the
 * contrast.
 */
export function Picture({ id, name, title, heat, choose }: Props) {
  const asked = usePicture(id, name)
  const [view, setView] = useState(WHOLE)
  const drag = useRef<{ x: number; y: number } | undefined>(undefined)
  const moved = useRef(false)
  const lens = useLens()
  const zoomBy = (factor: number) =>
    setView((before) => {
      const zoom = Math.min(MOST, Math.max(1, before.zoom * factor))
      return zoom === 1 ? { ...before, zoom, x: 0, y: 0 } : { ...before, zoom }
    })
  const moveBy = (x: number, y: number) =>
    setView((before) => (before.zoom === 1 ? before : { ...before, x: before.x + x, y: before.y + y }))
  const keys: Record<string, () => void> = {
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(1 / STEP),
    ArrowLeft: () => moveBy(NUDGE, 0),
    ArrowRight: () => moveBy(-NUDGE, 0),
    ArrowUp: () => moveBy(0, NUDGE),
    ArrowDown: () => moveBy(0, -NUDGE),
    '0': () => setView(WHOLE),
  }
  const look = {
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.turns * 90}deg)`,
    filter: view.contrast ? 'contrast(1.8) saturate(0.4)' : 'none',
  }

  return (
    <figure class="picture">
      <figcaption>
        <span class="strong">{title}</span>
        <span class="tools">
          <Tool label={`Zoom out of ${title}`} act={() => zoomBy(1 / STEP)} icon="less" />
          <Tool label={`Zoom into ${title}`} act={() => zoomBy(STEP)} icon="more" />
          <Tool
            label={`Rotate ${title}`}
            act={() => setView((before) => ({ ...before, turns: before.turns + 1 }))}
            icon="turn"
          />
          <Tool
            label={`Increase the contrast of ${title}`}
            pressed={view.contrast}
            act={() => setView((before) => ({ ...before, contrast: !before.contrast }))}
            icon="contrast"
          />
          {heat && <Tool label={`Show where ${title} looks altered`} pressed={heat.on} act={heat.toggle} icon="heat" />}
          <Tool label={`Show all of ${title}`} act={() => setView(WHOLE)} icon="whole" />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of one picture with keys of its own has no element */}
      <div
        class="window"
        role="group"
        aria-label={`${title}: M magnifies, plus and minus zoom, arrows move, 0 shows all`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys above act while it has the focus
        tabIndex={0}
        onKeyDown={(event) => {
          const act = lens.press(event) ? () => {} : keys[event.key]
          if (!act) return
          event.preventDefault()
          event.stopPropagation()
          act()
        }}
        onWheel={(event) => {
          event.preventDefault()
          zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15)
        }}
        onDblClick={() => (view.zoom > 1 ? setView(WHOLE) : zoomBy(3))}
        onPointerDown={(event) => {
          lens.hide()
          drag.current = { x: event.clientX, y: event.clientY }
          moved.current = false
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (!drag.current) return lens.hover(event)
          if (event.movementX || event.movementY) moved.current = true
          moveBy(event.clientX - drag.current.x, event.clientY - drag.current.y)
          drag.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerUp={() => {
          drag.current = undefined
        }}
        onClick={(event) => {
          const at = choose && !moved.current && view.turns % 4 === 0 && shareAt(event)
          if (at) choose(at.x, at.y)
        }}
        onPointerLeave={lens.hide}
        onBlur={lens.hide}
      >
        {asked.problem !== undefined && <Failed problem={asked.problem} again={asked.again} />}
        {asked.value ? (
          <>
            <img src={asked.value} alt={title} draggable={false} style={look} />
            {lens.point && <Lens point={lens.point} address={asked.value} look={look} />}
          </>
        ) : (
          asked.problem === undefined && <i class="blank" role="status" aria-label={`Loading ${title}`} />
        )}
      </div>
    </figure>
  )
}

/** The pointer's position in the picture itself, as fractions: the picture is shown whole within its window. */
function shareAt({ clientX, clientY, currentTarget }: MouseEvent & { currentTarget: HTMLElement }) {
  const picture = currentTarget.querySelector('img')
  if (!picture?.naturalWidth) return undefined
  const { left, top, width, height } = picture.getBoundingClientRect()
  const scale = Math.min(width / picture.naturalWidth, height / picture.naturalHeight)
  const [wide, high] = [scale * picture.naturalWidth, scale * picture.naturalHeight]
  return { x: (clientX - left - (width - wide) / 2) / wide, y: (clientY - top - (height - high) / 2) / high }
}

function Tool({ label, act, icon, pressed }: { label: string; act: () => void; icon: IconName; pressed?: boolean }) {
  return (
    <button type="button" class="tool" aria-label={label} title={label} aria-pressed={pressed} onClick={act}>
      <Icon name={icon} />
    </button>
  )
}
