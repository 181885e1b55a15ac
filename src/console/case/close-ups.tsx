import { Failed } from '../../ui/states.tsx'
import { Key } from '../parts.tsx'
import type { Target } from './targets.ts'
import { usePicture, useSize } from './use-picture.ts'

interface Props {
  id: string
  targets: Target[]
  /** The picture of each side. */
  pictureOf: (side: Target['place']['side']) => string | undefined
  close(): void
}

/** Every place that says something of what was picked, large and one above the other, so that characters can be compared. */
export function CloseUps({ id, targets, pictureOf, close }: Props) {
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

/** What is around the place, as a share of its height: enough to see where one is. */
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
        aria-label={`${source}, close up`}
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
