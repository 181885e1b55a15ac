import { useRef, useState } from 'preact/hooks'
import { Heading } from '../../../apps/console/parts.tsx'
import { go } from '../../../apps/console/router.ts'
import { Button, useAct } from '../../../apps/ui/button.tsx'
import { Dialog } from '../../../apps/ui/dialog.tsx'
import { Choice, Field } from '../../../apps/ui/form.tsx'
import { base64Of } from '../../../apps/ui/read-file.ts'
import { Filter } from '../../../apps/ui/search.tsx'
import { Answered, Empty, Problem } from '../../../apps/ui/states.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { useAnswer } from '../../../apps/ui/use-answer.ts'
import { amount, plain } from '../../../apps/ui/words.ts'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import { DOCUMENT_TYPES } from '../../../kernel/contract/console-words.ts'
import type { DocumentEntry, ImportView } from '../contract/documents.ts'
import { importFile, lookAtFile, readDocuments } from './api.ts'
import { COLUMNS } from './columns.tsx'

interface Wanted {
  country?: string
  type?: string
  from?: 'taught' | 'catalogue'
}

/** Nobody reads a longer list; a country or a type narrows it. */
const SHOWN = 60

/** Documents that were taught or seen here; all others are behind a search. */
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
  <Empty picture="documents" title="No documents seen yet">
    Documents seen in sessions of the last 30 days appear here, most frequent first. Search above for any other.
  </Empty>
)

const NONE = (
  <Empty picture="search" title="No documents match">
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

const SIGNERS: Record<ImportView['signerIs'], string> = {
  own: 'this installation itself',
  known: 'an installation that you have imported from before',
  stranger: 'an installation that you have not imported from before',
}

/** Imports a document that another installation taught, after the user has seen who signed it. */
function ImportButton({ imported }: { imported: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, problem, act } = useAct()
  const [asked, setAsked] = useState<{ file: string; view: ImportView }>()

  const choose = (files: FileList | null) =>
    act(async () => {
      const [chosen] = files ?? []
      if (!chosen) return
      const file = await base64Of(chosen)
      setAsked({ file, view: await lookAtFile(file) })
      if (input.current) input.current.value = ''
    })
  const take = (file: string) =>
    act(async () => {
      const { id, version } = await importFile(file)
      setAsked(undefined)
      imported()
      go(`documents/${id}/${version}`)
    })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".limen-document,application/zip"
        class="hidden"
        tabIndex={-1}
        aria-label="File of a document"
        onChange={(event) => choose(event.currentTarget.files)}
      />
      <Button word="Import" disabled={busy} act={() => input.current?.click()} />
      <Problem problem={problem} />
      {asked && (
        <Dialog title={`Import ${asked.view.name}?`} close={() => setAsked(undefined)}>
          <p>
            {asked.view.country}, {plain(asked.view.type)}, {plain(asked.view.side)}
            {asked.view.year === undefined ? '' : `, ${asked.view.year}`}. Taught with {asked.view.pictures} picture
            {asked.view.pictures === 1 ? '' : 's'}; reads{' '}
            {asked.view.fields.map(plain).join(', ') || 'nothing by place'}.
          </p>
          <p>
            Signed by {SIGNERS[asked.view.signerIs]}. Compare its fingerprint with whoever gave you the file:{' '}
            <span class="mono reference">{asked.view.signer}</span>
          </p>
          <p>It becomes a draft; try it and publish it like any other.</p>
          <div class="choices">
            <Button class="primary" word="Import" disabled={busy} act={() => take(asked.file)} />
            <Button class="quiet" word="Cancel" act={() => setAsked(undefined)} />
          </div>
        </Dialog>
      )}
    </>
  )
}
