import type { LessonRefused, TriedPage } from '../../../actions/ports/teaching.ts'
import type { KnownDocument } from '../actions/list-documents.ts'
import type { ReceivedDocument } from '../actions/share-document.ts'

/** One document a line: id, what it is, what is read of it, whether it is compared, and how it fares. */
export function formatDocument({ id, taught, ...document }: KnownDocument): string {
  const { country, type, sides, name, years, readBy, fields, mrz, barcode, compared } = document
  const reads = [readBy, fields.length && `${fields.length} places`, mrz && 'MRZ', barcode && 'barcode'].filter(Boolean)
  const state = taught
    ? `${taught.status} v${taught.version}${taught.draft === undefined ? '' : ` (draft v${taught.draft})`}, ${taught.pictures} pictures, seen ${taught.seen}, approved ${taught.approved}`
    : 'catalogue'
  const title = [name, years.join(' ')].filter(Boolean).join(', ')
  return [id, country, type, sides.join('+'), title, reads.join(', '), compared ? 'compared' : '', state].join('\t')
}

/** Why nothing was learnt. */
export function formatRefusal({ refusal, picture }: LessonRefused): string {
  return `nothing was learnt: ${refusal}${picture === undefined ? '' : ` (picture ${picture + 1})`}`
}

/** What became of a picture that was tried, for a terminal. */
export function formatTrial(file: string, { recognised, reading }: TriedPage): string {
  const { taught, documentName, visual, authenticity } = reading
  const reference = authenticity?.reference
  return [
    `${file}: ${recognised ? `recognised, ${taught?.score ?? 0} of 100` : `not recognised, taken for ${documentName}`}`,
    ...visual.map(({ name, value, confidence }) => `  ${name.padEnd(24)} ${value}  (${Math.round(confidence)})`),
    ...(reference ? [`  looks as the model does: ${Math.round(reference.score)} of 100`] : []),
    ...Object.entries(reference?.properties ?? {}).map(
      ([name, score]) => `    ${name.padEnd(22)} ${score === null ? 'not shown by this picture' : score}`,
    ),
  ].join('\n')
}

const SIGNERS = {
  own: 'this installation',
  known: 'an installation that a document was imported from before',
  stranger: 'A STRANGER: nothing was imported from this installation so far',
} as const

/** What a file holds and who signed it. */
export function formatReceived({ model, signer, signerIs }: ReceivedDocument): string {
  const { country, type, side, year, name, content } = model
  return [
    `${name}: ${country} ${type} ${side}${year === undefined ? '' : ` of ${year}`}`,
    `taught with  ${content.pictures} pictures`,
    `reads        ${content.fields.map((field) => field.name).join(', ')}`,
    `signed by    ${signer.fingerprint}`,
    `             ${SIGNERS[signerIs]}`,
  ].join('\n')
}
