import { useState } from 'preact/hooks'
import type { FoundSession, Me, Mode, SearchRequest } from '../../contract/console/console.ts'
import { DOCUMENT_TYPES, STATUSES } from '../../contract/console/console-words.ts'
import { Choice } from '../../ui/choice.tsx'
import { DaysFields, Filter } from '../../ui/filter.tsx'
import { Paged, usePages } from '../../ui/paging.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { amount, atTime, plain } from '../../ui/words.ts'
import { search } from '../api.ts'
import { CasePane } from '../case/case-pane.tsx'
import { useKeys } from '../keys.ts'
import { Heading, ModeBadge, SessionLink, StatusWord } from '../parts.tsx'
import { go } from '../router.ts'
import { STATUS_WORDS } from '../words.ts'

type Wanted = Omit<SearchRequest, 'after' | 'mode'>

/** Every session of one mode, of every tenant, newest first; a filter narrows them, a row opens beside the list. */
export function SessionsScreen({ person, mode, open }: { person: Me; mode: Mode; open: string | undefined }) {
  const [wanted, narrow] = useState<Wanted>({})
  const pages = usePages(
    {
      read: (last: FoundSession | undefined) =>
        search({ ...wanted, mode, ...(last && { after: { createdUtc: last.createdUtc, id: last.id } }) }),
      rowsOf: ({ sessions }) => sessions,
      hasMore: ([first], shown) => first !== undefined && shown > 0 && shown < first.total,
    },
    [wanted, mode],
  )
  const { first, rows } = pages

  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === open)
    const target = at < 0 ? rows[0] : rows[at + by]
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
              {countWords(first.value)}
            </p>
          )}
        </header>
        <SessionFilter narrow={narrow} />
        <Paged pages={pages} what="sessions" more="Show more" empty={NONE}>
          {(sessions) => (
            <Table rows={sessions} columns={COLUMNS} keyOf={({ id }) => id} isCurrent={({ id }) => id === open} />
          )}
        </Paged>
      </section>
      {open && (
        <CasePane
          key={open}
          id={open}
          person={person}
          removed={() => {
            pages.again()
            go('sessions')
          }}
        />
      )}
    </div>
  )
}

const countWords = ({ total, countedTo }: { total: number; countedTo: number }) =>
  total >= countedTo ? `${amount(countedTo)} or more` : amount(total)

const NONE = (
  <Empty title="No sessions match">
    Clear a field above, check that the reference is written out in full, or look among the sessions of the other mode.
  </Empty>
)

const COLUMNS: Column<FoundSession>[] = [
  {
    head: 'Session',
    cell: ({ id, mode }) => [<SessionLink key="id" id={id} />, ' ', <ModeBadge key="mode" mode={mode} />],
  },
  { head: 'Created', class: 'nowrap', cell: ({ createdUtc }) => atTime(createdUtc) },
  { head: 'Status', cell: ({ status }) => <StatusWord status={status} /> },
  {
    head: 'Document',
    cell: ({ documentType, country }) => `${documentType ? plain(documentType) : ''} ${country ?? ''}`,
  },
  { head: 'Reference', class: 'reference', cell: ({ externalId }) => externalId },
  { head: 'Tenant', cell: ({ tenant }) => tenant },
]

function SessionFilter({ narrow }: { narrow: (wanted: Wanted) => void }) {
  return (
    <Filter<Wanted>
      narrow={narrow}
      read={({ text, dayBegins, dayEnds }) => ({
        id: text('id'),
        externalId: text('externalId'),
        status: text('status'),
        from: dayBegins('from'),
        before: dayEnds('to'),
        documentType: text('documentType'),
        country: text('country')?.toUpperCase(),
      })}
    >
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
      <Choice
        name="status"
        label="Status"
        any="Any"
        options={STATUSES.map((status) => [status, STATUS_WORDS[status].word])}
      />
      <DaysFields />
      <Choice
        name="documentType"
        label="Document"
        any="Any"
        options={DOCUMENT_TYPES.map((type) => [type, plain(type)])}
      />
      <label>
        Country
        <input name="country" maxLength={3} pattern="[A-Za-z]{1,3}" placeholder="UTO" />
      </label>
    </Filter>
  )
}
