import type { PageArea } from '../../../contract/console/documents.ts'
import { Button } from '../../../ui/button.tsx'
import { MARKS, type Mark, type Marks } from './lesson.ts'

interface Props {
  marks: Marks
  drawing: Mark | undefined
  draw: (mark: Mark | undefined) => void
  set: (mark: Mark, place: PageArea | undefined) => void
}

const SIDES = { x: 'Left', y: 'Top', width: 'Width', height: 'Height' } as const
const FIRST: PageArea = { x: 0.05, y: 0.25, width: 0.25, height: 0.5 }

/** Where the portraits are: drawn with the pointer, or in numbers. */
export function MarkFields({ marks, drawing, draw, set }: Props) {
  return (
    <>
      {(Object.keys(MARKS) as Mark[]).map((mark) => {
        const place = marks[mark]
        return (
          <fieldset key={mark} class="mark-fields">
            <legend>{MARKS[mark]}</legend>
            {place &&
              (Object.keys(SIDES) as (keyof PageArea)[]).map((side) => (
                <label key={side}>
                  {SIDES[side]}, %
                  <input
                    type="number"
                    min={0}
                    max={100}
                    step={0.5}
                    value={Math.round(200 * place[side]) / 2}
                    onChange={(event) => {
                      const share = event.currentTarget.valueAsNumber / 100
                      if (share >= 0 && share <= 1) set(mark, { ...place, [side]: share })
                    }}
                  />
                </label>
              ))}
            <div class="choices">
              <Button
                word={drawing === mark ? 'Draw it on the picture' : 'Draw'}
                pressed={drawing === mark}
                act={() => draw(drawing === mark ? undefined : mark)}
              />
              {place ? (
                <Button class="quiet" word="There is none" act={() => set(mark, undefined)} />
              ) : (
                <Button class="quiet" word="In numbers" act={() => set(mark, FIRST)} />
              )}
            </div>
          </fieldset>
        )
      })}
    </>
  )
}
