import { useState } from 'preact/hooks'
import { Heading } from '../../../console/parts.tsx'
import { go } from '../../../console/router.ts'
import type { Mode } from '../../../contract/console/console-mode.ts'
import type { Me } from '../../../contract/console/console-sign-in.ts'
import type { DocumentEntry, TaughtEntry } from '../../../contract/console/documents.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { Dot, Empty, Problem } from '../../../ui/states.tsx'
import { useAct } from '../../../ui/use-act.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { amount, atTime, plain } from '../../../ui/words.ts'
import { deleteDraft, publish, readDocuments, saveDocument, switchTo } from './api.ts'
import { STATUS_TONES } from './columns.tsx'
import { TryPictures } from './try-pictures.tsx'

interface Props {
  id: string
  version: number
  person: Me
  mode: Mode
}

/** One version of a model: what it can, trying it, and whether it is in use. */
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
              <Empty title="This document is not here">Somebody deleted the draft, or the address is wrong.</Empty>
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
  const { busy, problem, act } = useAct()
  const [deleting, setDeleting] = useState(false)
  const state = stateOf({ taught, version })
  const { id } = entry
  const run = (work: () => Promise<unknown>) =>
    act(async () => {
      await work()
      changed()
    })
  return (
    <>
      <div class="choices">
        {state === 'draft' && (
          <button type="button" class="primary" disabled={busy} onClick={() => run(() => publish(id, version))}>
            Publish
          </button>
        )}
        {state === 'published' && (
          <button type="button" disabled={busy} onClick={() => run(() => switchTo(id, 'off'))}>
            Switch off
          </button>
        )}
        {state === 'off' && taught.version === version && (
          <button type="button" disabled={busy} onClick={() => run(() => switchTo(id, 'on'))}>
            Switch on
          </button>
        )}
        <button type="button" disabled={busy} onClick={() => act(() => saveDocument(id, entry.name))}>
          Export
        </button>
        {state === 'draft' && (
          <button type="button" class="danger" disabled={busy} onClick={() => setDeleting(true)}>
            Delete draft
          </button>
        )}
      </div>
      <Problem problem={problem} />
      {deleting && (
        <Confirm
          title={`Delete the draft of ${entry.name}?`}
          yes="Delete draft"
          no="Cancel"
          busy={busy}
          act={() =>
            act(async () => {
              await deleteDraft(id, version)
              go('documents')
            })
          }
          close={() => setDeleting(false)}
        >
          What was learnt from its pictures is deleted. The version in use stays in use.
        </Confirm>
      )}
    </>
  )
}
