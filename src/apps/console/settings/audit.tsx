import { useState } from 'preact/hooks'
import type { AuditLine, AuditRequest } from '../../../kernel/audit/contract/console-audit.ts'
import { AUDIT_KINDS, type AuditKind } from '../../../kernel/contract/console-words.ts'
import { Choice, Field } from '../../ui/form.tsx'
import { DaysFields, Filter, Paged, usePages } from '../../ui/search.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { atTime, plain } from '../../ui/words.ts'
import { Forged, SessionLink } from '../parts.tsx'
import { searchAudit } from './api.ts'

type Wanted = Omit<AuditRequest, 'after'>

const KIND_WORDS: Record<AuditKind, string> = {
  looks: 'Data viewed',
  verdicts: 'Claims and verdicts',
  'sign-ins': 'Sign-ins',
  settings: 'Settings changed',
  documents: 'Documents taught',
  deletions: 'Deletions',
  sessions: 'Sessions started and ended',
}

/** Who viewed whose data and when, who changed what, who signed in: nothing here can be changed. */
export function Audit() {
  const [wanted, narrow] = useState<Wanted>({})
  const pages = usePages(
    {
      read: (last: AuditLine | undefined) =>
        searchAudit({ ...wanted, ...(last && { after: { atUtc: last.atUtc, id: last.id } }) }),
      rowsOf: ({ lines }) => lines,
      hasMore: (read) => read.at(-1)?.more ?? false,
    },
    [wanted],
  )
  return (
    <>
      <AuditFilter narrow={narrow} />
      <Paged
        pages={pages}
        what="the audit log"
        more="Show older entries"
        empty={
          <Empty picture="search" title="No entries match">
            Clear a field above. Searching for a session requires its full ID.
          </Empty>
        }
      >
        {(lines) => <Table rows={lines} columns={COLUMNS} keyOf={({ id }) => id} />}
      </Paged>
    </>
  )
}

const COLUMNS: Column<AuditLine>[] = [
  {
    head: 'When',
    class: 'nowrap',
    cell: ({ atUtc }) => (
      <time dateTime={atUtc} title={atUtc}>
        {atTime(atUtc)}
      </time>
    ),
  },
  { head: 'Who', class: 'nowrap', cell: ({ actor }) => actor.replace(/^reviewer:/, '') },
  {
    head: 'What',
    class: 'nowrap',
    cell: ({ action, isForged }) => (
      <>
        {plain(action)} {isForged && <Forged />}
      </>
    ),
  },
  { head: 'Session', cell: ({ sessionId }) => sessionId !== undefined && <SessionLink id={sessionId} /> },
  { head: 'Tenant', cell: ({ tenant }) => (tenant === '*' ? '' : tenant) },
  { head: 'Detail', class: 'soft small detail', cell: ({ detail }) => detail && detailWords(detail) },
]

/** The first characters are enough to distinguish two hashes. */
const detailWords = (detail: NonNullable<AuditLine['detail']>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${plain(name)}: ${String(value).replace(/^([0-9a-f]{12})[0-9a-f]{52}$/, '$1')}`)
    .join(' · ')

function AuditFilter({ narrow }: { narrow: (wanted: Wanted) => void }) {
  return (
    <Filter<Wanted>
      narrow={narrow}
      read={({ text, dayBegins, dayEnds }) => ({
        actor: text('actor'),
        kind: text('kind'),
        sessionId: text('sessionId'),
        from: dayBegins('from'),
        before: dayEnds('to'),
      })}
    >
      <Field
        label="Who"
        name="actor"
        maxLength={300}
        autocomplete="off"
        spellcheck={false}
        placeholder="a username, or system"
      />
      <Choice
        name="kind"
        label="What"
        any="Everything"
        options={Object.keys(AUDIT_KINDS).map((kind) => [kind, KIND_WORDS[kind as AuditKind]])}
      />
      <Field
        label="Session ID"
        name="sessionId"
        class="mono"
        maxLength={36}
        pattern="[0-9a-fA-F\-]{36}"
        title="The full ID"
      />
      <DaysFields />
    </Filter>
  )
}
