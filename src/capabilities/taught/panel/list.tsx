import { useState } from 'preact/hooks'
import { Heading } from '../../../console/parts.tsx'
import type { Mode } from '../../../contract/console/console-mode.ts'
import type { Me } from '../../../contract/console/console-sign-in.ts'
import { DOCUMENT_TYPES } from '../../../contract/console/console-words.ts'
import type { DocumentEntry } from '../../../contract/console/documents.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice, Field } from '../../../ui/form.tsx'
import { Filter } from '../../../ui/search.tsx'
import { Answered, Empty } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { amount, plain } from '../../../ui/words.ts'
import { readDocuments } from './api.ts'
import { COLUMNS } from './columns.tsx'
import { ImportButton } from './import-button.tsx'

interface Wanted {
  country?: string
  type?: string
  from?: 'taught' | 'catalogue'
}

/** More than that nobody reads: a country or a type narrows them. */
const SHOWN = 60

/** What was taught or seen here; everything else that is known is behind a search. */
export function DocumentList({ person, mode }: { person: Me; mode: Mode }) {
  const list = useAnswer(() => readDocuments(mode), [mode])
  const [wanted, narrow] = useState<Wanted>({})
  const [shown, show] = useState(SHOWN)
  const [showsAll, showAll] = useState(false)
  return (
    <div class="page">
      <header>
        <Heading>Documents</Heading>
        <div class="choices">
          {person.role === 'admin' && <ImportButton imported={list.again} />}
          <a class="button" href="/console/documents/teach">
            Teach a document
          </a>
        </div>
      </header>
      <DocumentFilter narrow={narrow} />
      <Answered asked={list} what="documents" lines={10}>
        {(entries) => {
          const isSearch = Object.keys(wanted).length > 0
          const found = entries.filter((entry) => (isSearch || showsAll || isOwn(entry)) && fits(entry, wanted))
          return (
            <section class="panel" aria-label="Documents known">
              <p class="soft number" role="status">
                {amount(found.length)} {found.length === 1 ? 'document' : 'documents'}
              </p>
              {found.length ? (
                <Table rows={found.slice(0, shown)} columns={COLUMNS} keyOf={({ id }) => id} />
              ) : isSearch ? (
                NONE
              ) : (
                NONE_SEEN
              )}
              {found.length > shown && <Button word="Show more" act={() => show(shown + SHOWN)} />}
              {!isSearch && !showsAll && (
                <Button word={`Show all ${amount(entries.length)} known documents`} act={() => showAll(true)} />
              )}
            </section>
          )
        }}
      </Answered>
    </div>
  )
}

const isOwn = ({ seen, taught }: DocumentEntry): boolean => seen > 0 || taught !== undefined

const NONE_SEEN = (
  <Empty title="No documents seen yet">
    Documents seen in sessions of the last 30 days appear here, most frequent first. Search above for any other.
  </Empty>
)

const NONE = (
  <Empty title="No documents match">
    A document that is not here can be taught from one to three pictures of it: Teach a document, above.
  </Empty>
)

function fits(entry: DocumentEntry, { country, type, from }: Wanted): boolean {
  const words = `${entry.country} ${entry.countryName} ${entry.name}`.toLowerCase()
  if (country !== undefined && !words.includes(country.toLowerCase())) return false
  if (type !== undefined && entry.type !== type) return false
  return from === undefined || (entry.taught !== undefined) === (from === 'taught')
}

function DocumentFilter({ narrow }: { narrow: (wanted: Wanted) => void }) {
  return (
    <Filter<Wanted>
      narrow={narrow}
      read={({ text }) => ({ country: text('country'), type: text('type'), from: text('from') })}
    >
      <Field label="Country or name" name="country" maxLength={80} autocomplete="off" />
      <Choice name="type" label="Document" any="Any" options={DOCUMENT_TYPES.map((type) => [type, plain(type)])} />
      <Choice
        name="from"
        label="Source"
        any="Any"
        options={[
          ['taught', 'Taught'],
          ['catalogue', 'The catalogue'],
        ]}
      />
    </Filter>
  )
}
