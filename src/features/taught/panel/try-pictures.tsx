import { useState } from 'preact/hooks'
import { useAct } from '../../../apps/ui/button.tsx'
import { base64Of } from '../../../apps/ui/read-file.ts'
import { Dot, Problem } from '../../../apps/ui/states.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { plain } from '../../../apps/ui/words.ts'
import type { Tried } from '../contract/documents.ts'
import { tryPicture } from './api.ts'

/** Other pictures of the document, read as if this version were in use. */
export function TryPictures({ id, version }: { id: string; version: number }) {
  const [tried, setTried] = useState<(Tried & { name: string })[]>([])
  const { busy, problem, act } = useAct()
  const take = (files: File[]) =>
    act(async () => {
      for (const file of files) {
        const result = await tryPicture(id, version, { data: await base64Of(file) })
        setTried((before) => [{ ...result, name: file.name }, ...before])
      }
    })
  return (
    <section class="stack" aria-label="Try">
      <h2>Try it</h2>
      <Drop
        label="Other pictures of the document"
        hint="Drop images here, or choose them. Add other documents too: they must not match. They are not kept."
        busy={busy}
        take={take}
      />
      <p class="soft" role="status">
        {busy ? 'Reading…' : ''}
      </p>
      <Problem problem={problem} />
      {tried.map((each, at) => (
        <Trial key={tried.length - at} tried={each} />
      ))}
    </section>
  )
}

function Trial({ tried }: { tried: Tried & { name: string } }) {
  const { name, recognised, agreement, refusal, documentName, fields, authenticity, picture, heatMap } = tried
  return (
    <article class="trial" aria-label={name}>
      <div class="stack">
        {picture && <img src={picture} alt={`${name}, straightened`} />}
        {heatMap && (
          <figure>
            <img src={heatMap} alt={`${name}: where it differs from the model`} />
            <figcaption class="small soft">Red: where it differs from the model, or looks altered.</figcaption>
          </figure>
        )}
      </div>
      <div class="stack">
        <h3>{name}</h3>
        <p>
          <Dot tone={recognised ? 'good' : 'bad'}>{recognised ? 'Recognised' : 'Not recognised'}</Dot>
          {agreement !== undefined && ` Agrees with the model: ${Math.round(agreement)} of 100.`}
          {refusal !== undefined && ` ${plain(refusal)}.`}
          {!recognised && documentName !== undefined && ` Recognised as: ${documentName}.`}
        </p>
        {authenticity && (
          <p>
            <Dot tone={authenticity.score > 50 ? 'good' : 'bad'}>
              {authenticity.score > 50 ? 'Matches the model' : 'Does not match the model'}
            </Dot>{' '}
            {Math.round(authenticity.score)} of 100
            {authenticity.places.length > 0 &&
              `: ${authenticity.places.map(({ about }) => plain(about ?? 'print')).join(', ')}`}
          </p>
        )}
        {fields.length > 0 && (
          <Table
            rows={fields}
            keyOf={(_, at) => at}
            caption={`Values read from ${name}`}
            columns={[
              { head: 'Field', isName: true, cell: ({ name: field }) => plain(field) },
              { head: 'Value', class: 'reference', cell: ({ value }) => value },
              { head: 'Confidence', isNumber: true, cell: ({ confidence }) => Math.round(confidence) },
            ]}
          />
        )}
      </div>
    </article>
  )
}

interface Props {
  label: string
  hint: string
  busy: boolean
  take: (files: File[]) => void
}

/** A drop area for pictures. The browser's own file field covers it, so pictures can be dropped or chosen. */
export function Drop({ label, hint, busy, take }: Props) {
  return (
    <label class="drop">
      <span class="strong">{label}</span>
      <span class="soft">{hint}</span>
      <input
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        disabled={busy}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
