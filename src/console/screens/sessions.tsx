import { useState } from 'preact/hooks'
import type { FoundSession, Me, SearchRequest } from '../../contract/console/console.ts'
import { DOCUMENT_TYPES, STATUSES } from '../../contract/console/console-words.ts'
import { search } from '../api.ts'
import { CasePane } from '../case/case-pane.tsx'
import { useKeys } from '../keys.ts'
import { Empty, Failed, Heading, Loading, StatusWord } from '../parts.tsx'
import { go } from '../router.ts'
import { useAnswer, words } from '../use-answer.ts'
import { amount, atTime, plain, STATUS_WORDS } from '../words.ts'

type Filter = Omit<SearchRequest, 'after'>

/** Every session of every tenant, newest first; a filter narrows them, a row opens beside the list. */
export function SessionsScreen({ person, open }: { person: Me; open: string | undefined }) {
  const [filter, setFilter] = useState<Filter>({})
  const first = useAnswer(() => search(filter), [filter])
  const [more, setMore] = useState<FoundSession[]>([])
  const [problem, setProblem] = useState<string>()
  const sessions = [...(first.value?.sessions ?? []), ...more]
  const { total = 0, countedTo = 0 } = first.value ?? {}

  const narrow = (next: Filter) => {
    setMore([])
    setFilter(next)
  }
  const readOn = async () => {
    const last = sessions.at(-1)
    if (!last) return
    try {
      const { sessions: page } = await search({ ...filter, after: { createdUtc: last.createdUtc, id: last.id } })
      setMore((before) => [...before, ...page])
    } catch (error) {
      setProblem(words(error))
    }
  }
  const step = (by: 1 | -1) => {
    const at = sessions.findIndex(({ id }) => id === open)
    const target = at < 0 ? sessions[0] : sessions[at + by]
    if (target) go(`sessions/${target.id}`)
  }
  useKeys({ j: () => step(1), k: () => step(-1), Escape: open ? () => go('sessions') : undefined })

  return (
    <div class={`split ${open ? 'opened' : ''}`}>
      <section class="table" aria-label="Sessions found">
        <header>
          <Heading>Sessions</Heading>
          {first.value && (
            <p class="soft number" role="status">
              {total >= countedTo ? `${amount(countedTo)} or more` : amount(total)}
            </p>
          )}
        </header>
        <FilterForm narrow={narrow} />
        {first.problem !== undefined && <Failed problem={first.problem} again={first.again} />}
        {problem !== undefined && <Failed problem={problem} again={readOn} />}
        {!first.value && first.problem === undefined && <Loading what="sessions" lines={10} />}
        {first.value && !sessions.length && (
          <Empty title="No session fits">
            Clear a field above, or check that the reference is written out in full.
          </Empty>
        )}
        {sessions.length > 0 && <Rows sessions={sessions} open={open} />}
        {sessions.length > 0 && sessions.length < total && (
          <button type="button" onClick={readOn}>
            Show more
          </button>
        )}
      </section>
      {open && (
        <CasePane
          key={open}
          id={open}
          person={person}
          removed={() => {
            first.again()
            setMore([])
            go('sessions')
          }}
        />
      )}
    </div>
  )
}

function Rows({ sessions, open }: { sessions: FoundSession[]; open: string | undefined }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col">Created</th>
          <th scope="col">Status</th>
          <th scope="col">Document</th>
          <th scope="col">Reference</th>
          <th scope="col">Tenant</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, tenant, status, createdUtc, documentType, country, externalId }) => (
          <tr key={id} aria-current={id === open ? 'true' : undefined}>
            <td>
              <a class="mono" href={`/console/sessions/${id}`}>
                {id.slice(0, 8)}
              </a>
            </td>
            <td class="nowrap">{atTime(createdUtc)}</td>
            <td>
              <StatusWord status={status} />
            </td>
            <td>
              {documentType && plain(documentType)} {country}
            </td>
            <td class="reference">{externalId}</td>
            <td>{tenant}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FilterForm({ narrow }: { narrow: (filter: Filter) => void }) {
  const submit = (event: Event) => {
    event.preventDefault()
    const element = event.currentTarget as HTMLFormElement
    if (!element.checkValidity()) return // half an id is asked for when it is whole
    const form = new FormData(element)
    const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
    const day = (name: string, plus: number) => {
      const value = text(name)
      return value === undefined ? undefined : new Date(Date.parse(`${value}T00:00`) + plus).toISOString()
    }
    const given = {
      id: text('id'),
      externalId: text('externalId'),
      status: text('status'),
      from: day('from', 0),
      before: day('to', 86_400_000),
      documentType: text('documentType'),
      country: text('country')?.toUpperCase(),
    }
    narrow(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Filter)
  }
  return (
    <form class="filter" aria-label="Filter" onSubmit={submit} onChange={submit}>
      <label>
        Session id
        <input
          name="id"
          class="mono"
          maxLength={36}
          pattern="[0-9a-fA-F][0-9a-fA-F\-]{3,35}"
          title="At least 4 characters"
        />
      </label>
      <label>
        Reference
        <input name="externalId" maxLength={512} autocomplete="off" />
      </label>
      <label>
        Status
        <select name="status">
          <option value="">Any</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_WORDS[status].word}
            </option>
          ))}
        </select>
      </label>
      <label>
        From
        <input name="from" type="date" />
      </label>
      <label>
        To
        <input name="to" type="date" />
      </label>
      <label>
        Document
        <select name="documentType">
          <option value="">Any</option>
          {DOCUMENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {plain(type)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Country
        <input name="country" maxLength={3} pattern="[A-Za-z]{1,3}" placeholder="UTO" />
      </label>
      <button type="submit">Search</button>
    </form>
  )
}
