import { useRef, useState } from 'preact/hooks'
import { go } from '../../../console/router.ts'
import type { ImportView } from '../../../contract/console/documents.ts'
import { Button, useAct } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { base64Of } from '../../../ui/read-file.ts'
import { Problem } from '../../../ui/states.tsx'
import { plain } from '../../../ui/words.ts'
import { importFile, lookAtFile } from './api.ts'

const SIGNERS: Record<ImportView['signerIs'], string> = {
  own: 'this installation itself',
  known: 'an installation that you have imported from before',
  stranger: 'an installation that you have not imported from before',
}

/** Takes a document that another installation taught, once somebody has seen who signed it. */
export function ImportButton({ imported }: { imported: () => void }) {
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
