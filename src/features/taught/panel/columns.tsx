import { Dot } from '../../../apps/ui/states.tsx'
import type { Column } from '../../../apps/ui/table.tsx'
import { amount, plain, type Tone } from '../../../apps/ui/words.ts'
import type { DocumentEntry, TaughtEntry } from '../contract/documents.ts'

export const STATUS_TONES: Record<TaughtEntry['status'], { word: string; tone: Tone }> = {
  draft: { word: 'Draft', tone: 'warn' },
  published: { word: 'In use', tone: 'good' },
  off: { word: 'Off', tone: 'soft' },
}

export const COLUMNS: Column<DocumentEntry>[] = [
  {
    head: 'Document',
    isName: true,
    cell: (entry) =>
      entry.taught ? (
        <a href={`/console/documents/${entry.id}/${entry.taught.version}`}>{titleOf(entry)}</a>
      ) : (
        titleOf(entry)
      ),
  },
  { head: 'Country', cell: ({ country, countryName }) => `${countryName} (${country})` },
  { head: 'Sides', cell: ({ sides }) => sides.map(plain).join(', ') },
  { head: 'Since', cell: ({ years }) => years.join(', ') },
  { head: 'Reads', cell: readingWords },
  { head: 'Compared', cell: ({ compared }) => (compared ? 'With its model' : 'No') },
  { head: 'Pictures', isNumber: true, cell: ({ taught }) => taught?.pictures },
  { head: 'Seen, 30 days', isNumber: true, cell: ({ seen }) => (seen ? amount(seen) : '') },
  { head: 'Approved, 30 days', isNumber: true, cell: ({ taught }) => taught && amount(taught.approved) },
  {
    head: 'State',
    class: 'nowrap',
    cell: ({ id, taught }) =>
      taught ? (
        <>
          <Dot tone={STATUS_TONES[taught.status].tone}>{STATUS_TONES[taught.status].word}</Dot>
          {taught.draft !== undefined && <a href={`/console/documents/${id}/${taught.draft}`}> Newer draft</a>}
        </>
      ) : (
        <span class="soft">Catalogue</span>
      ),
  },
]

/** The title of the document: its own name, or else its type. */
function titleOf({ name, type, taught }: DocumentEntry): string {
  if (taught) return name
  return name ? `${plain(type)}, ${name}` : plain(type)
}

const BY = { label: 'By labels', number: 'By numbers', abbreviation: 'By abbreviations' } as const

function readingWords({ readBy, fields, mrz, barcode }: DocumentEntry): string {
  const places = fields.length ? `${fields.length} field${fields.length === 1 ? '' : 's'} by place` : ''
  const visual = readBy === 'place' ? places : [BY[readBy], places].filter(Boolean).join(', ')
  return [visual, mrz && 'MRZ', barcode && 'barcode'].filter(Boolean).join(', ')
}
