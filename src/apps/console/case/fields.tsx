import type { FieldValue } from '../../../kernel/review/contract/case-fields.ts'
import type { CaseField } from '../../../kernel/review/contract/console-case.ts'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import { plain } from '../../ui/words.ts'
import type { Source } from '../panel.ts'
import { fromPanels } from '../panels.ts'
import { differences, languageOfText } from './field-texts.ts'
import type { PickProps } from './targets.ts'

/** The value of each field from each source, side by side, discrepancies first; the differing characters are marked. */
export function Fields({ view: { fields, mrzLines, country }, picked, pick }: PickProps) {
  if (!fields.length) return null
  const rows = (wanted: CaseField[], title: string) =>
    wanted.length > 0 && (
      <section aria-label={title}>
        <h3>{title}</h3>
        <FieldTable fields={wanted} all={fields} country={country} picked={picked} pick={pick} />
      </section>
    )
  return (
    <>
      {rows(
        fields.filter(({ differs }) => differs.length > 0),
        'Fields that disagree',
      )}
      {rows(
        fields.filter(({ differs }) => !differs.length),
        'Fields',
      )}
      {mrzLines.length > 0 && <pre class="mono">{mrzLines.join('\n')}</pre>}
    </>
  )
}

interface TableProps extends Omit<PickProps, 'view'> {
  fields: CaseField[]
  all: CaseField[]
  country: string | undefined
}

function FieldTable({ fields, all, country, picked, pick }: TableProps) {
  const isPicked = (name: string) => picked !== undefined && 'field' in picked && picked.field === name
  return (
    <Table
      class="fields"
      isCompared
      rows={fields}
      keyOf={({ name }) => name}
      isCurrent={({ name }) => isPicked(name)}
      columns={[
        {
          head: 'Field',
          isName: true,
          cell: ({ name }) => (
            <Button
              class="pick"
              word={plain(name)}
              pressed={isPicked(name)}
              act={() => pick(isPicked(name) ? undefined : { field: name })}
            />
          ),
        },
        {
          head: 'Visual zone',
          cell: (field) => (
            <>
              <Value value={field.visual} other={otherOf(field)} country={country} />
              <Sureness visual={field.visual} />
            </>
          ),
        },
        ...OTHERS.map(
          ([source, head]) =>
            all.some((field) => field[source]) && {
              head,
              cell: (field: CaseField) => (
                <Value
                  value={field[source]}
                  other={field.differs.includes(source) ? (field.visual ?? field.mrz) : undefined}
                />
              ),
            },
        ),
      ]}
    />
  )
}

/** The sources that are compared with the visual zone. */
const OTHERS: readonly (readonly [source: Source, head: string])[] = [
  ['mrz', 'MRZ'],
  ['barcode', 'Barcode'],
  ...fromPanels('sources'),
]

/** Below this the default policy calls a reading uncertain. */
const LOW = 75

/** The confidence of the reader if it is low, and how the field was recognized. */
function Sureness({ visual }: { visual: CaseField['visual'] | undefined }) {
  if (!visual || visual.confidence >= LOW) return null
  return (
    <span class="sure" title={visual.by && `Found by its ${BY[visual.by]}`}>
      Low confidence: {Math.round(visual.confidence)}%
    </span>
  )
}

/** How the reader knows which field a text is. */
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

const otherOf = (field: CaseField): FieldValue | undefined => {
  const [first] = field.differs
  return first && field[first]
}

interface ValueProps {
  value: FieldValue | undefined
  other: FieldValue | undefined
  /** The country that issued the document. */
  country?: string | undefined
}

/** Dates are compared as dates: each source writes them in its own format. */
function Value({ value, other, country }: ValueProps) {
  if (!value) return null
  // A value in another script is shown in that script's direction and font, whatever is next to it.
  const lang = languageOfText(value.text, country)
  // A printed date needs no explanation; six digits do.
  const date = /^\d+$/.test(value.text) ? value.date : undefined
  if (!other)
    return (
      <>
        <bdi lang={lang}>{value.text}</bdi>
        {date !== undefined && <span class="normal soft">{date}</span>}
      </>
    )
  if (value.date !== undefined && other.date !== undefined) {
    return (
      <>
        <bdi lang={lang}>{value.text}</bdi>
        <span class="normal">
          <Marked text={value.date} other={other.date} />
        </span>
      </>
    )
  }
  return (
    <bdi lang={lang}>
      <Marked text={value.text} other={other.text} />
    </bdi>
  )
}

const Marked = ({ text, other }: { text: string; other: string }) => (
  <>
    {differences(text, other).map(({ text: piece, differs }, at) =>
      differs ? <mark key={at}>{piece}</mark> : <span key={at}>{piece}</span>,
    )}
    <span class="hidden"> (differs)</span>
  </>
)
