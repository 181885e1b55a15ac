import { columnKey, readCsv } from './csv.ts'
import { type ListReader, UnreadableList } from './list-reader.ts'
import { countryCodes, writtenDate } from './values.ts'

/** OpenSanctions `targets.simple.csv`: several values in one field with a semicolon between. */
export const opensanctionsCsv: ListReader = {
  async *read(chunks) {
    let columns: string[] | undefined
    for await (const row of readCsv(chunks)) {
      if (!columns) {
        columns = row.map(columnKey)
        const missing = ['id', 'schema', 'name', 'birthdate'].filter((name) => !columns?.includes(name))
        if (missing.length) throw new UnreadableList(`has no column ${missing.join(', ')}`)
        continue
      }
      const value = (name: string) => row[columns?.indexOf(name) ?? -1]?.trim() ?? ''
      const values = (name: string) => value(name).split(';')
      if (value('schema') !== 'Person') {
        yield { skipped: 1 }
        continue
      }
      const id = value('id')
      yield {
        entry: {
          id,
          names: [value('name'), ...values('aliases')].map((text) => ({ text })),
          births: values('birthdate').flatMap(writtenDate),
          countries: values('countries').flatMap(countryCodes),
          identifiers: values('identifiers'),
          topics: [...values('sanctions'), ...values('programids'), ...values('dataset')],
          url: `https://www.opensanctions.org/entities/${encodeURIComponent(id)}/`,
        },
      }
    }
    if (!columns) throw new UnreadableList('is empty')
  },
}
