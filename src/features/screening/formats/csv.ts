import { UnreadableList } from './list-reader.ts'

/** The longest field. A longer one is a damaged file. */
const MOST_CHARACTERS = 1_000_000
const MOST_FIELDS = 1_000

/** The rows of a CSV file (RFC 4180), read as a stream. */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let row: string[] = []
  let field = ''
  let quoted = false
  let wasQuote = false
  let isFirst = true
  for await (const part of chunks) {
    const chunk: string = isFirst ? part.replace(/^\uFEFF/, '') : part
    isFirst = isFirst && chunk === ''
    for (const character of chunk) {
      if (quoted) {
        if (wasQuote) {
          wasQuote = false
          if (character === '"') {
            field += '"'
            continue
          }
          quoted = false
        } else if (character === '"') {
          wasQuote = true
          continue
        } else {
          field += character
          if (field.length > MOST_CHARACTERS) throw new UnreadableList('has a field that does not end')
          continue
        }
      }
      if (character === '"' && field === '') quoted = true
      else if (character === ',') {
        row.push(field)
        field = ''
        if (row.length > MOST_FIELDS) throw new UnreadableList(`has a row of more than ${MOST_FIELDS} fields`)
      } else if (character === '\n') {
        row.push(field.endsWith('\r') ? field.slice(0, -1) : field)
        if (row.length > 1 || row[0] !== '') yield row
        row = []
        field = ''
      } else {
        field += character
        if (field.length > MOST_CHARACTERS) throw new UnreadableList('has a field that does not end')
      }
    }
  }
  if (quoted && !wasQuote) throw new UnreadableList('ends in the middle of a field')
  row.push(field.endsWith('\r') ? field.slice(0, -1) : field)
  if (row.length > 1 || row[0] !== '') yield row
}

/** The name of a column without case, spaces and punctuation: `Name 6`, `name6` and `NAME_6` are the same. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
