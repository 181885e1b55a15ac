import { useState } from 'preact/hooks'
import type { CaseView } from '../../contract/console/console-case.ts'
import { useKeys } from '../keys.ts'
import { CloseUps } from './close-ups.tsx'
import { Picture } from './picture.tsx'
import { type PickProps, pickedAt, targetsOf } from './targets.ts'

type Side = 'FRONT' | 'BACK'
type Image = CaseView['images'][number]

/** The document's sides side by side, or the places of what was picked in their stead. A click on a place picks it. */
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
