import { useState } from 'preact/hooks'
import { DOCUMENT_TYPES } from '../../../kernel/contract/console-words.ts'
import type { Queue } from '../../../kernel/review/contract/console-queue.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Field } from '../../ui/form.tsx'
import { amount, plain } from '../../ui/words.ts'
import { causeWords } from '../words.ts'
import { isSameView, keepViews, type SavedView, savedViews, type View, withView } from './views.ts'

interface Props {
  view: View
  setView: (view: View) => void
  tally: Queue['tally'] | undefined
  tenants: readonly string[]
}

const ORDERS = [
  ['pressing', 'Most urgent first'],
  ['oldest', 'Longest wait first'],
  ['newest', 'Newest first'],
  ['score', 'Lowest score first'],
] as const

/** Which cases, in which order; a view can be saved under a name. */
export function QueueFilterForm({ view, setView, tally, tenants }: Props) {
  const set = (name: keyof View) => (value: string) => {
    const { [name]: _, ...rest } = view
    setView(value ? ({ ...rest, [name]: value } as View) : rest)
  }
  const causes = Object.entries(tally?.causes ?? {}).toSorted(([, a], [, b]) => b - a)
  return (
    <div class="queue-filter">
      <Choice
        label="Cases"
        value={view.mine ? 'mine' : (view.waitsFor ?? 'reviewer')}
        options={[
          ['reviewer', `Waiting for a reviewer${counted(tally?.reviewer)}`],
          ['person', `Waiting for the person${counted(tally?.person)}`],
          ['mine', 'Assigned to me'],
        ]}
        choose={(value) => {
          const { mine: _, waitsFor: __, ...rest } = view
          setView(
            value === 'mine' ? { ...rest, mine: 'true' } : value === 'person' ? { ...rest, waitsFor: value } : rest,
          )
        }}
      />
      <Choice
        label="Reason"
        any="Any"
        value={view.cause ?? ''}
        options={causes.map(([cause, cases]) => [cause, `${causeWords(cause)}${counted(cases)}`])}
        choose={set('cause')}
      />
      <details>
        <summary>More</summary>
        <div class="fields-of-filter">
          <Choice label="Order" value={view.order ?? 'pressing'} options={ORDERS} choose={set('order')} />
          <Choice
            label="Document"
            any="Any"
            value={view.documentType ?? ''}
            options={DOCUMENT_TYPES.map((type) => [type, plain(type)])}
            choose={set('documentType')}
          />
          <label>
            Country
            <input
              maxLength={3}
              value={view.country ?? ''}
              placeholder="Any"
              onChange={(event) => set('country')(event.currentTarget.value.toUpperCase().replace(/[^A-Z]/g, ''))}
            />
          </label>
          {tenants.length > 1 && (
            <Choice
              label="Tenant"
              any="Any"
              value={view.tenant ?? ''}
              options={tenants.map((tenant) => [tenant, tenant])}
              choose={set('tenant')}
            />
          )}
          <Views view={view} setView={setView} />
        </div>
      </details>
    </div>
  )
}

const counted = (cases: number | undefined) => (cases === undefined ? '' : ` · ${amount(cases)}`)

function Views({ view, setView }: Pick<Props, 'view' | 'setView'>) {
  const [views, setViews] = useState(savedViews)
  const [name, setName] = useState('')
  const keep = (next: SavedView[]) => {
    keepViews(next)
    setViews(next)
  }
  const current = views.find((each) => isSameView(each.view, view))
  return (
    <>
      {views.length > 0 && (
        <Choice
          label="Saved view"
          any="None"
          value={current?.name ?? ''}
          options={views.map((each) => [each.name, each.name])}
          choose={(chosen) => setView(views.find((each) => each.name === chosen)?.view ?? {})}
        />
      )}
      {current ? (
        <Button
          class="quiet tiny"
          word={`Delete view “${current.name}”`}
          act={() => keep(views.filter((each) => each !== current))}
        />
      ) : (
        <form
          class="save-view"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim()) keep(withView(views, { name: name.trim(), view }))
            setName('')
          }}
        >
          <Field label="Save as a view" value={name} maxLength={40} write={setName} />
          <button type="submit" class="tiny" disabled={!name.trim()}>
            Save
          </button>
        </form>
      )}
    </>
  )
}
