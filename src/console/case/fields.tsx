import type { CaseField, CaseView, FieldValue } from '../../contract/console/console.ts'
import { Table } from '../../ui/table.tsx'
import { plain } from '../../ui/words.ts'
import { differences } from './difference.ts'

/** What each source says, side by side; where they differ, the very characters are marked. */
export function Fields({ view: { fields, mrzLines } }: { view: CaseView }) {
  if (!fields.length) return null
  const mrz = fields.some((field) => field.mrz)
  const barcode = fields.some((field) => field.barcode)
  const grounded = fields.some((field) => field.visual?.by)
  return (
    <section aria-label="Fields">
      <Table
        class="fields"
        rows={fields}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Field', isName: true, cell: ({ name }) => plain(name) },
          { head: 'Visual zone', cell: (field) => <Value value={field.visual} other={otherOf(field)} /> },
          mrz && {
            head: 'MRZ',
            cell: ({ mrz, visual, differs }) => (
              <Value value={mrz} other={differs.includes('mrz') ? visual : undefined} />
            ),
          },
          barcode && {
            head: 'Barcode',
            cell: ({ barcode, visual, differs }) => (
              <Value value={barcode} other={differs.includes('barcode') ? visual : undefined} />
            ),
          },
          {
            head: 'Confidence',
            isNumber: true,
            class: 'soft',
            cell: ({ visual }) => visual && Math.round(visual.confidence),
          },
          grounded && { head: 'By', class: 'soft', cell: ({ visual }) => visual?.by && BY[visual.by] },
        ]}
      />
      {mrzLines.length > 0 && <pre class="mono small">{mrzLines.join('\n')}</pre>}
    </section>
  )
}

/** What says that a text is the field. */
const BY: Record<NonNullable<NonNullable<CaseField['visual']>['by']>, string> = {
  model: 'taught place',
  catalogue: 'known place',
  label: 'label',
  number: 'number',
  heading: 'heading',
  category: 'category',
  mrz: 'MRZ',
  place: 'place',
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
