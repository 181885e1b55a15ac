import type { ListEntry } from '../domain/list-entry.ts'
import { readCsv } from './csv.ts'
import {
  countryCodes,
  englishDates,
  joined,
  type ListReader,
  listName,
  sexOfList,
  UnreadableList,
  usDate,
} from './list-reader.ts'
import { at, readXmlRecords, texts, type XmlElement } from './xml-records.ts'

const urlOf = (id: string) => `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(id)}`

/** OFAC's list in the format of sdn.xml, with the root `sdnList`. */
export const ofacClassicXml: ListReader = {
  async *read(chunks) {
    for await (const element of readXmlRecords(chunks, new Set(['publshInformation', 'sdnEntry']))) {
      if (element.name === 'publshInformation') {
        const [date] = usDate(texts(element, 'Publish_Date')[0])
        if (date) yield { sourceDate: date }
      } else if (element.name === 'sdnEntry') {
        const isPerson = texts(element, 'sdnType')[0]?.toLowerCase() === 'individual'
        yield isPerson ? { entry: entryOf(element) } : { skipped: 1 }
      }
    }
  },
}

function entryOf(element: XmlElement): ListEntry {
  const [id = ''] = texts(element, 'uid')
  const nameOf = (each: XmlElement) => joined(texts(each, 'firstName')[0], texts(each, 'lastName')[0])
  const numbers = at(element, 'idList', 'id').map((each) => ({
    kind: texts(each, 'idType')[0]?.toLowerCase() ?? '',
    number: texts(each, 'idNumber')[0] ?? '',
  }))
  return {
    id,
    names: [
      { text: nameOf(element) },
      ...at(element, 'akaList', 'aka').map((aka) =>
        listName(nameOf(aka), texts(aka, 'category')[0]?.toLowerCase() === 'weak'),
      ),
    ],
    births: texts(element, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth').flatMap(englishDates),
    countries: [
      ...texts(element, 'nationalityList', 'nationality', 'country'),
      ...texts(element, 'citizenshipList', 'citizenship', 'country'),
    ].flatMap(countryCodes),
    ...sexOfList(numbers.find(({ kind }) => kind === 'gender')?.number),
    identifiers: numbers.flatMap(({ number }) => (/\d/.test(number) ? number : [])),
    topics: texts(element, 'programList', 'program'),
    url: urlOf(id),
  }
}

/** The columns of sdn.csv, which has no header row. `-0-` means an empty field. */
const COLUMNS = { id: 0, name: 1, type: 2, programs: 3, remarks: 11 } as const

/**
 * OFAC's list in the format of sdn.csv. Data without a column is in the remarks; aliases are in another file (alt.csv).
 */
export const ofacCsv: ListReader = {
  async *read(chunks) {
    for await (const row of readCsv(chunks)) {
      // The file ends with the end-of-file character of old systems.
      if (row.length === 1 && row[0]?.trim() === '\u001A') continue
      if (row.length <= COLUMNS.remarks) throw new UnreadableList('has a row of fewer than 12 fields')
      const value = (column: keyof typeof COLUMNS) => {
        const text = row[COLUMNS[column]]?.trim() ?? ''
        return text === '-0-' ? '' : text
      }
      if (value('type').toLowerCase() !== 'individual') yield { skipped: 1 }
      else yield { entry: entryOfRow(value) }
    }
  },
}

function entryOfRow(value: (column: keyof typeof COLUMNS) => string): ListEntry {
  const [last = '', ...given] = value('name').split(',')
  const remarks = value('remarks')
    .replace(/\.$/, '')
    .split(';')
    .map((remark) => remark.trim().replace(/^alt\. /i, ''))
  const after = (pattern: RegExp) => remarks.flatMap((remark) => pattern.exec(remark)?.[1]?.trim() ?? [])
  return {
    id: value('id'),
    names: [
      { text: joined(given.join(' '), last) },
      // Names in single quotes are weak aliases.
      ...after(/^[afn]\.k\.a\. '(.+)'$/i).map((text) => listName(text, true)),
      ...after(/^[afn]\.k\.a\. ([^'].*)$/i).map((text) => ({ text: text.split(',').reverse().join(' ') })),
    ],
    births: after(/^DOB (.+)$/i).flatMap(englishDates),
    countries: after(/^(?:nationality|citizen) (.+)$/i).flatMap(countryCodes),
    ...sexOfList(after(/^Gender (.+)$/i)[0]),
    identifiers: after(NUMBER),
    topics: value('programs')
      .split(/\] ?\[|[[\];]/)
      .flatMap((programme) => programme.trim() || []),
    url: urlOf(value('id')),
  }
}

const NUMBER =
  /^(?:Passport|National ID No\.|Tax ID No\.|Identification Number|SSN|C\.?U\.?R\.?P\.?|R\.?F\.?C\.?|Cedula No\.|D\.?N\.?I\.?|NIT #|Personal ID Card|Driver's License No\.) ?#? ?([A-Z0-9-]*\d[A-Z0-9-]*)/i
