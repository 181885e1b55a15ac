import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import { DOCUMENT_TYPES, STATUSES } from '../../../kernel/contract/console-words.ts'
import type { FoundSession } from '../../../kernel/review/contract/console-search.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Field } from '../../ui/form.tsx'
import { DaysFields, Filter, Paged, usePages } from '../../ui/search.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { amount, atTime, plain } from '../../ui/words.ts'
import { exportSessions, search } from '../api.ts'
import { CasePane } from '../case/case-pane.tsx'
import { useKeys } from '../commands.ts'
import { Heading, ModeBadge, StatusWord } from '../parts.tsx'
import { go } from '../router.ts'
import { useTenantIds } from '../settings/tenant-choice.tsx'
import { Thumbnail } from '../thumbnail.tsx'
import { STATUS_GROUPS, STATUS_WORDS } from '../words.ts'
import { type Fields, requestOf, saidOf, useFilter, wordsOf } from './session-filter.ts'

/** Every session of one mode and all tenants, newest first; a filter narrows them, a row opens next to the list. */
export function SessionsScreen({ person, mode, open }: { person: Me; mode: Mode; open: string | undefined }) {
  const { fields, narrow, turn } = useFilter(mode)
  const wanted = requestOf(fields)
  const about = JSON.stringify(wanted)
  const pages = usePages(
    {
      read: (last: FoundSession | undefined) =>
        search({ ...wanted, mode, ...(last && { after: { createdUtc: last.createdUtc, id: last.id } }) }),
      rowsOf: ({ sessions }) => sessions,
      hasMore: ([first], shown) => first !== undefined && shown > 0 && shown < first.total,
    },
    [about, mode],
  )
  const { first, rows } = pages

  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === open)
    const target = at < 0 ? rows[0] : rows[at + by]
    if (target) go(`sessions/${target.id}${location.search}`)
  }
  useKeys({ j: () => step(1), k: () => step(-1), Escape: open ? () => go(`sessions${location.search}`) : undefined })

  return (
    <div class={`split ${open ? 'opened' : ''}`}>
      <section class="table" aria-label="Sessions found">
        <header>
          <Heading>
            Sessions <ModeBadge mode={mode} />
          </Heading>
          {first.value && (
            <p class="soft number" role="status">
              {countWords(first.value)}
            </p>
          )}
        </header>
        <SessionFilter
          key={turn}
          person={person}
          fields={fields}
          narrow={(given) => narrow({ ...saidOf(fields), ...given })}
        />
        {wordsOf(fields) && (
          <p class="narrowed">
            {wordsOf(fields)}{' '}
            <Button
              class="quiet tiny"
              word="Show all"
              act={() =>
                narrow(
                  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(saidOf(fields), name))),
                )
              }
            />
          </p>
        )}
        {person.role === 'admin' && (
          <div class="choices export">
            <span class="soft small">Export results</span>
            {(['csv', 'jsonl'] as const).map((format) => (
              <Button
                key={format}
                class="small-button"
                word={format === 'csv' ? 'CSV' : 'JSON lines'}
                disabled={!rows.length}
                act={() => exportSessions({ ...wanted, mode }, format)}
              />
            ))}
          </div>
        )}
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
            go(`sessions${location.search}`)
          }}
        />
      )}
    </div>
  )
}

const countWords = ({ total, countedTo }: { total: number; countedTo: number }) =>
  total >= countedTo ? `${amount(countedTo)} or more` : amount(total)

const NONE = (
  <Empty picture="search" title="No sessions match">
    Clear a field above, type fewer letters of each word, or switch between live and test.
  </Empty>
)

const COLUMNS: Column<FoundSession>[] = [
  {
    head: 'Person',
    isName: true,
    cell: ({ id, name, thumbnail, externalId }) => (
      <span class="person">
        <Thumbnail id={id} name={thumbnail} />
        <a class="strong person-link" href={`/console/sessions/${id}${location.search}`}>
          {name ?? externalId ?? 'No name yet'}
        </a>
      </span>
    ),
  },
  { head: 'Created', class: 'nowrap', cell: ({ createdUtc }) => atTime(createdUtc) },
  { head: 'Status', cell: ({ status }) => <StatusWord status={status} /> },
  {
    head: 'Document',
    cell: ({ documentType, country }) => `${documentType ? plain(documentType) : ''} ${country ?? ''}`,
  },
  { head: 'Reference', class: 'reference', cell: ({ externalId }) => externalId },
  { head: 'Tenant', cell: ({ tenant }) => tenant },
  { head: 'Session', class: 'mono soft small', cell: ({ id }) => id.slice(0, 8) },
]

interface SessionFilterProps {
  person: Me
  fields: Fields
  narrow: (fields: Fields) => void
}

function SessionFilter({ person, fields, narrow }: SessionFilterProps) {
  const tenants = useTenantIds(person)
  return (
    <Filter<Fields>
      narrow={narrow}
      read={({ text }) => ({
        text: text('text'),
        id: text('id'),
        status: text('status'),
        from: text('from'),
        to: text('to'),
        documentType: text('documentType'),
        country: text('country')?.toUpperCase(),
        tenant: text('tenant'),
      })}
    >
      <Field
        label="Reference, name or number"
        name="text"
        type="search"
        maxLength={200}
        autocomplete="off"
        placeholder="At least 3 letters"
        defaultValue={fields.text}
      />
      <Field
        label="Session ID"
        name="id"
        class="mono"
        maxLength={36}
        pattern="[0-9a-fA-F][0-9a-fA-F\-]{3,35}"
        title="At least 4 characters"
        defaultValue={fields.id}
      />
      <Choice name="status" label="Status" any="Any" initial={fields.status} options={STATUS_OPTIONS} />
      <DaysFields from={fields.from} to={fields.to} zone={fields.utc && ' (UTC)'} />
      <Choice
        name="documentType"
        label="Document"
        any="Any"
        initial={fields.documentType}
        options={DOCUMENT_TYPES.map((type) => [type, plain(type)])}
      />
      <Field
        label="Country"
        name="country"
        maxLength={3}
        pattern="[A-Za-z]{1,3}"
        placeholder="UTO"
        defaultValue={fields.country}
      />
      {tenants.length > 0 && (
        <Choice name="tenant" label="Tenant" any="Any" initial={fields.tenant} options={tenants} />
      )}
    </Filter>
  )
}

/** Approved and rejected as groups first, then each status on its own. */
const STATUS_OPTIONS: [string, string][] = [
  ...STATUS_GROUPS.filter(({ statuses }) => statuses.length > 1).map(
    ({ name, word }) => [name, name === 'unfinished' ? word : `${word} (all)`] as [string, string],
  ),
  ...STATUSES.map((status) => [status, STATUS_WORDS[status].word] as [string, string]),
]
