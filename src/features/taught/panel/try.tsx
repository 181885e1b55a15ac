import { useState } from 'preact/hooks'
import { Heading } from '../../../apps/console/parts.tsx'
import { go } from '../../../apps/console/router.ts'
import { Button } from '../../../apps/ui/button.tsx'
import { Confirm } from '../../../apps/ui/dialog.tsx'
import { Answered, Dot, Empty } from '../../../apps/ui/states.tsx'
import { useAnswer } from '../../../apps/ui/use-answer.ts'
import { amount, atTime, plain } from '../../../apps/ui/words.ts'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import type { DocumentEntry, TaughtEntry } from '../contract/documents.ts'
import { deleteDraft, publish, readDocuments, saveDocument, switchTo } from './api.ts'
import { STATUS_TONES } from './columns.tsx'
import { TryPictures } from './try-pictures.tsx'

interface Props {
  id: string
  version: number
  person: Me
  mode: Mode
}

/** One version of a model: its contents, a trial, and whether it is in use. */
export function TryDocument({ id, version, person, mode }: Props) {
  const list = useAnswer(() => readDocuments(mode), [id, version, mode])
  return (
    <div class="page">
      <Answered asked={list} what="the document">
        {(entries) => {
          const entry = entries.find((each) => each.id === id)
          return entry?.taught ? (
            <>
              <header>
                <Heading>{entry.name}</Heading>
                <a href="/console/documents">All documents</a>
              </header>
              <About entry={entry} taught={entry.taught} version={version} />
              {person.role === 'admin' ? (
                <Actions entry={entry} taught={entry.taught} version={version} changed={list.again} />
              ) : (
                <p class="soft">Only admins can publish a document.</p>
              )}
              <TryPictures id={id} version={version} />
            </>
          ) : (
            <>
              <Heading>Documents</Heading>
              <Empty picture="documents" title="This document is not here">
                Somebody deleted the draft, or the address is wrong.
              </Empty>
            </>
          )
        }}
      </Answered>
    </div>
  )
}

interface VersionProps {
  entry: DocumentEntry
  taught: TaughtEntry
  version: number
}

const stateOf = ({ taught, version }: Omit<VersionProps, 'entry'>): TaughtEntry['status'] =>
  taught.draft === version ? 'draft' : taught.version === version ? taught.status : 'off'

function About({ entry, taught, version }: VersionProps) {
  const { word, tone } = STATUS_TONES[stateOf({ taught, version })]
  return (
    <dl class="about">
      <dt>State</dt>
      <dd>
        <Dot tone={tone}>{word}</Dot> version {version}
      </dd>
      <dt>Document</dt>
      <dd>
        {entry.countryName} ({entry.country}), {plain(entry.type)}, {entry.sides.map(plain).join(', ')}
        {entry.years.length > 0 && `, since ${entry.years.join(', ')}`}
      </dd>
      <dt>Taught</dt>
      <dd>
        with {taught.pictures} picture{taught.pictures === 1 ? '' : 's'} by {taught.taughtBy.replace(/^reviewer:/, '')},{' '}
        {atTime(taught.atUtc)}
      </dd>
      {taught.signer !== undefined && (
        <>
          <dt>Signed by</dt>
          <dd class="mono reference">{taught.signer}</dd>
        </>
      )}
      <dt>Reads by place</dt>
      <dd>{entry.fields.map(plain).join(', ') || 'nothing'}</dd>
      <dt>In 30 days</dt>
      <dd>
        seen {amount(taught.seen)} times, approved {amount(taught.approved)}
      </dd>
    </dl>
  )
}

function Actions({ entry, taught, version, changed }: VersionProps & { changed: () => void }) {
  const [deleting, setDeleting] = useState(false)
  const state = stateOf({ taught, version })
  const { id } = entry
  const run = (work: Promise<unknown>) => work.then(changed)
  return (
    <>
      <div class="choices">
        {state === 'draft' && <Button class="primary" word="Publish" act={() => run(publish(id, version))} />}
        {state === 'published' && <Button word="Switch off" act={() => run(switchTo(id, 'off'))} />}
        {state === 'off' && taught.version === version && (
          <Button word="Switch on" act={() => run(switchTo(id, 'on'))} />
        )}
        <Button word="Export" act={() => saveDocument(id, entry.name)} />
        {state === 'draft' && <Button class="danger" word="Delete draft" act={() => setDeleting(true)} />}
      </div>
      {deleting && (
        <Confirm
          title={`Delete the draft of ${entry.name}?`}
          yes="Delete draft"
          no="Cancel"
          act={() => deleteDraft(id, version).then(() => go('documents'))}
          close={() => setDeleting(false)}
        >
          What was learnt from its pictures is deleted. The version in use stays in use.
        </Confirm>
      )}
    </>
  )
}
