import { useState } from 'preact/hooks'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { Failed } from '../../ui/states.tsx'
import { useKeys } from '../commands.ts'
import { Key } from '../parts.tsx'
import { Picture } from './picture.tsx'
import { type PickProps, pickedAt, type Target, targetsOf } from './targets.ts'
import { usePicture, useSize } from './use-picture.ts'

type Side = 'FRONT' | 'BACK'
type Image = CaseView['images'][number]

/** The document's sides side by side, or the places of the selected item instead. A click on a place selects it. */
export function Sides({ view, picked, pick }: PickProps) {
  const { id, images } = view
  const [heat, setHeat] = useState(false)
  const has = (name: Image) => images.includes(name)
  const pictureOf = (side: Side) => {
    const [straight, sent]: Image[] = [`original_normalized_${side}`, `original_${side}`]
    return straight && has(straight) ? straight : sent && has(sent) ? sent : undefined
  }
  const hasHeat = has('authenticity_FRONT') || has('authenticity_BACK')
  useKeys({
    ...(picked && { Escape: () => pick(undefined) }),
    ...(hasHeat && { h: () => setHeat((before) => !before) }),
  })

  const targets = picked ? targetsOf(view, picked) : []
  if (targets.length > 0)
    return <CloseUps id={id} targets={targets} pictureOf={pictureOf} close={() => pick(undefined)} />

  const sides = (['FRONT', 'BACK'] as const).filter(pictureOf)
  return (
    <section class={`sides of-${sides.length}`} aria-label="Document">
      {sides.map((side) => {
        const name = pictureOf(side)
        const title = side === 'FRONT' ? 'Front' : 'Back'
        const heated: Image = `authenticity_${side}`
        if (!name) return null
        return (
          <Picture
            key={side}
            id={id}
            name={heat && has(heated) ? heated : name}
            title={title}
            {...(has(heated) && { heat: { on: heat, toggle: () => setHeat((before) => !before) } })}
            choose={(x, y) => {
              const there = pickedAt(view, side, x, y)
              if (there) pick(there)
            }}
          />
        )
      })}
    </section>
  )
}

interface Props {
  id: string
  targets: Target[]
  /** The picture of each side. */
  pictureOf: (side: Target['place']['side']) => string | undefined
  close(): void
}

/** Every place of the selected item, enlarged and one below the other, so that characters can be compared. */
function CloseUps({ id, targets, pictureOf, close }: Props) {
  return (
    <section class="close-ups" aria-label="Close-ups">
      <header>
        <h3>Where it was read</h3>
        <button type="button" class="quiet tiny" onClick={close}>
          Whole pages <Key>Esc</Key>
        </button>
      </header>
      {targets.map((target, at) => {
        const name = pictureOf(target.place.side)
        return name && <CloseUp key={at} id={id} name={name} target={target} />
      })}
    </section>
  )
}

/** The margin around the place, as a fraction of its height: enough to see where it is. */
const AROUND = 0.9

function CloseUp({ id, name, target: { source, place, text } }: { id: string; name: string; target: Target }) {
  const asked = usePicture(id, name)
  const size = useSize(asked.value)
  if (asked.problem !== undefined) return <Failed problem={asked.problem} again={asked.again} />
  const box = size && {
    x: place.x * size.width,
    y: place.y * size.height,
    width: place.width * size.width,
    height: place.height * size.height,
  }
  const around = box ? AROUND * Math.min(box.height, box.width) : 0
  return (
    <figure>
      <figcaption>
        {source}, {place.side.toLowerCase()}
        {text !== undefined && <span class="mono"> {text}</span>}
      </figcaption>
      <svg
        role="img"
        aria-label={`${source}, close-up`}
        viewBox={
          box ? `${box.x - around} ${box.y - around} ${box.width + 2 * around} ${box.height + 2 * around}` : '0 0 1 1'
        }
      >
        {asked.value && size && box && (
          <>
            <image href={asked.value} width={size.width} height={size.height} />
            <rect class="spot" x={box.x} y={box.y} width={box.width} height={box.height} />
          </>
        )}
      </svg>
    </figure>
  )
}
