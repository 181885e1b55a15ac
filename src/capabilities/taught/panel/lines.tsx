import { useEffect, useRef } from 'preact/hooks'
import { VISUAL_FIELDS } from '../../../contract/console/console-words.ts'
import type { PicturePreview } from '../../../contract/console/documents.ts'
import { Table } from '../../../ui/table.tsx'
import { plain } from '../../../ui/words.ts'
import type { Field } from './lesson.ts'

interface Props {
  look: PicturePreview
  fields: Record<number, Field>
  current: number | undefined
  choose: (line: number | undefined) => void
  name: (line: number, field: Field | undefined) => void
}

/** Every line that was read, and the field that it is. */
export function Lines({ look, fields, current, choose, name }: Props) {
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
