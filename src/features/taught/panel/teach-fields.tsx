import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../apps/ui/button.tsx'
import { Choice } from '../../../apps/ui/form.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { plain } from '../../../apps/ui/words.ts'
import { DOCUMENT_TYPES, PAGE_SIDES, VISUAL_FIELDS } from '../../../kernel/contract/console-words.ts'
import type { PageArea, PicturePreview, TeachRequest } from '../contract/documents.ts'
import { type Field, MARKS, type Mark, type Marks } from './lesson.ts'

/** The description of the document, filled in with what it was recognised as. */
export function DescriptionFields({ kind }: { kind: PicturePreview['kind'] | undefined }) {
  return (
    <div class="description">
      <label class="wide">
        Name
        <input name="name" required maxLength={80} placeholder="As people call it" autocomplete="off" />
      </label>
      <label>
        Country, three letters
        <input
          name="country"
          class="mono"
          required
          maxLength={3}
          pattern="[A-Za-z]{3}"
          defaultValue={kind?.country ?? ''}
          placeholder="UTO"
          autocomplete="off"
        />
      </label>
      <Choice
        name="type"
        label="Document"
        value={kind?.type}
        options={DOCUMENT_TYPES.map((type) => [type, plain(type)])}
      />
      <Choice name="side" label="Side" value={kind?.side} options={PAGE_SIDES.map((side) => [side, plain(side)])} />
      <label>
        First issued, year
        <input name="year" inputMode="numeric" maxLength={4} pattern="(19|20)[0-9]{2}" autocomplete="off" />
      </label>
    </div>
  )
}

type Description = Pick<TeachRequest, 'country' | 'type' | 'side' | 'year' | 'name'>

export function descriptionIn(form: HTMLFormElement): Description {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    country: text('country').toUpperCase(),
    type: text('type') as Description['type'],
    side: text('side') as Description['side'],
    name: text('name'),
    ...(text('year') && { year: text('year') }),
  }
}

interface LinesProps {
  look: PicturePreview
  fields: Record<number, Field>
  current: number | undefined
  choose: (line: number | undefined) => void
  name: (line: number, field: Field | undefined) => void
}

/** Every line that was read, and its field. */
export function Lines({ look, fields, current, choose, name }: LinesProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current !== undefined) list.current?.querySelectorAll('select')[current]?.focus()
  }, [current])
  const rows = look.lines.map((line, at) => ({ ...line, at }))
  return (
    <div ref={list} class="lines">
      <Table
        rows={rows}
        keyOf={({ at }) => at}
        isCurrent={({ at }) => at === current}
        columns={[
          { head: 'Line', isName: true, class: 'reference', cell: ({ text }) => text },
          {
            head: 'Field',
            cell: ({ at, text }) => (
              <select
                aria-label={`Field of ${text}`}
                value={fields[at] ?? ''}
                onFocus={() => choose(at)}
                onChange={(event) => name(at, (event.currentTarget.value || undefined) as Field | undefined)}
              >
                <option value="">Printed on every document</option>
                {VISUAL_FIELDS.map((field) => (
                  <option key={field} value={field}>
                    {plain(field)}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
    </div>
  )
}

interface MarksProps {
  marks: Marks
  drawing: Mark | undefined
  draw: (mark: Mark | undefined) => void
  set: (mark: Mark, place: PageArea | undefined) => void
}

const SIDES = { x: 'Left', y: 'Top', width: 'Width', height: 'Height' } as const
const FIRST: PageArea = { x: 0.05, y: 0.25, width: 0.25, height: 0.5 }

/** The positions of the portraits: drawn with the pointer, or as numbers. */
export function MarkFields({ marks, drawing, draw, set }: MarksProps) {
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
