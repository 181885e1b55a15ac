import type { CaseField, CaseView, FieldValue } from '../../contract/console/console.ts'
import { plain } from '../words.ts'
import { differences } from './difference.ts'

/** What each source says, side by side; where they differ, the very characters are marked. */
export function Fields({ view: { fields, mrzLines } }: { view: CaseView }) {
  if (!fields.length) return null
  const mrz = fields.some((field) => field.mrz)
  const barcode = fields.some((field) => field.barcode)
  return (
    <section aria-label="Fields">
      <table class="fields">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Visual zone</th>
            {mrz && <th scope="col">MRZ</th>}
            {barcode && <th scope="col">Barcode</th>}
            <th scope="col" class="number">
              Sure
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{plain(field.name)}</th>
              <td>
                <Value value={field.visual} other={otherOf(field)} />
              </td>
              {mrz && (
                <td>
                  <Value value={field.mrz} other={field.differs.includes('mrz') ? field.visual : undefined} />
                </td>
              )}
              {barcode && (
                <td>
                  <Value value={field.barcode} other={field.differs.includes('barcode') ? field.visual : undefined} />
                </td>
              )}
              <td class="number soft">{field.visual && Math.round(field.visual.confidence)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {mrzLines.length > 0 && <pre class="mono small">{mrzLines.join('\n')}</pre>}
    </section>
  )
}

const otherOf = ({ differs, mrz, barcode }: CaseField): FieldValue | undefined =>
  differs.includes('mrz') ? mrz : differs.includes('barcode') ? barcode : undefined

/** Dates are compared as dates: the sources write them in ways of their own. */
function Value({ value, other }: { value: FieldValue | undefined; other: FieldValue | undefined }) {
  if (!value) return null
  // A printed date explains itself; six digits do not.
  const date = /^\d+$/.test(value.text) ? value.date : undefined
  if (!other) return <Written text={value.text} date={date} />
  if (value.date !== undefined && other.date !== undefined) {
    return (
      <>
        {value.text} <Marked text={value.date} other={other.date} />
      </>
    )
  }
  return <Marked text={value.text} other={other.text} />
}

const Written = ({ text, date }: { text: string; date: string | undefined }) => (
  <>
    {text}
    {date !== undefined && <span class="soft small"> {date}</span>}
  </>
)

const Marked = ({ text, other }: { text: string; other: string }) => (
  <>
    {differences(text, other).map(({ text: piece, differs }, at) =>
      differs ? <mark key={at}>{piece}</mark> : <span key={at}>{piece}</span>,
    )}
    <span class="hidden"> (differs)</span>
  </>
)
