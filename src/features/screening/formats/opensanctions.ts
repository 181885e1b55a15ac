import type { ListEntry } from '../domain/list-entry.ts'
import { columnKey, readCsv } from './csv.ts'
import {
  countryCodes,
  joined,
  type ListReader,
  listName,
  sexOfList,
  UnreadableList,
  writtenDate,
} from './list-reader.ts'

/** FollowTheMoney: one JSON object per line, as written by OpenSanctions and Aleph. */
export const ftm: ListReader = {
  async *read(chunks) {
    let line = 0
    for await (const text of linesOf(chunks)) {
      line += 1
      if (text.trim() === '') continue
      const entity = parse(text, line)
      if (entity.schema !== 'Person') yield { skipped: 1 }
      else yield { entry: entryOf(entity) }
    }
  },
}

interface Entity {
  id: string
  schema: string
  properties: Record<string, unknown>
}

/** The properties of a person that hold an identification number. */
const NUMBERS = ['passportNumber', 'idNumber', 'taxNumber', 'innCode', 'socialSecurityNumber', 'registrationNumber']
const COUNTRIES = ['nationality', 'citizenship', 'country']

function entryOf({ id, properties }: Entity): ListEntry {
  const all = (name: string): string[] => {
    const values = properties[name]
    return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : []
  }
  const [url] = all('sourceUrl')
  const sexes = new Set(all('gender').map((word) => sexOfList(word).sex))
  const sex = sexes.size === 1 ? [...sexes][0] : undefined
  const whole = joined(all('firstName')[0], all('middleName')[0], all('fatherName')[0], all('lastName')[0])
  return {
    id,
    names: [
      ...[...all('name'), ...all('alias'), ...all('previousName'), ...(whole.includes(' ') ? [whole] : [])].map(
        (text) => ({ text }),
      ),
      ...all('weakAlias').map((text) => listName(text, true)),
    ],
    births: all('birthDate').flatMap(writtenDate),
    countries: COUNTRIES.flatMap(all).flatMap(countryCodes),
    ...(sex && { sex }),
    identifiers: NUMBERS.flatMap(all),
    topics: [...all('topics'), ...all('programId')],
    ...(url && { url }),
  }
}

function parse(text: string, line: number): Entity {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableList(`has no JSON in line ${line}`)
  }
  const { id, schema, properties } = (value ?? {}) as Partial<Entity>
  if (typeof id !== 'string' || typeof schema !== 'string' || typeof properties !== 'object' || !properties)
    throw new UnreadableList(`has no entity with id, schema and properties in line ${line}`)
  return { id, schema, properties }
}

/** The longest line. A longer one is a damaged file. */
const MOST_CHARACTERS = 16_000_000

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MOST_CHARACTERS) throw new UnreadableList('has a line that does not end')
    yield* lines
  }
  yield rest
}

/** OpenSanctions `targets.simple.csv`: several values in one field are separated by semicolons. */
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
