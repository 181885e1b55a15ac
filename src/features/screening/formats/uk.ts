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
import { at, readXmlRecords, textOf, texts, type XmlElement } from './xml-records.ts'

const LIST_URL = 'https://search-uk-sanctions-list.service.gov.uk/designations'

/** The UK Sanctions List of the Foreign, Commonwealth and Development Office, XML. */
export const ukXml: ListReader = {
  async *read(chunks) {
    for await (const element of readXmlRecords(chunks, new Set(['Designation', 'DateGenerated']))) {
      if (element.name === 'DateGenerated') {
        const [date] = writtenDate(textOf(element))
        if (date) yield { sourceDate: date }
      } else if (element.name === 'Designation') {
        const isPerson = texts(element, 'IndividualEntityShip')[0]?.toLowerCase() === 'individual'
        if (isPerson) yield { entry: designationOf(element) }
        else yield { skipped: 1 }
      }
    }
  },
}

/** The last part of a name is the sixth; the others come before it in order. */
const PARTS = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6']

function designationOf(element: XmlElement): ListEntry {
  const individuals = at(element, 'IndividualDetails', 'Individual')
  const all = (...path: string[]) => individuals.flatMap((individual) => texts(individual, ...path))
  const [id = ''] = texts(element, 'UniqueID')
  return {
    id,
    names: [
      ...at(element, 'Names', 'Name').map((name) =>
        listName(joined(...PARTS.map((part) => texts(name, part)[0])), isWeak(texts(name, 'AliasStrength')[0])),
      ),
      ...texts(element, 'NonLatinNames', 'NonLatinName', 'NameNonLatinScript').map((text) => ({ text })),
    ],
    births: all('DOBs', 'DOB').flatMap(ukDate),
    countries: all('Nationalities', 'Nationality').flatMap(countryCodes),
    ...sexOfList(all('Genders', 'Gender')[0]),
    identifiers: [
      ...all('PassportDetails', 'Passport', 'PassportNumber'),
      ...all('NationalIdentifierDetails', 'NationalIdentifier', 'NationalIdentifierNumber'),
    ],
    topics: texts(element, 'RegimeName'),
    url: `${LIST_URL}?id=${encodeURIComponent(id)}`,
  }
}

/**
 * The most persons in one file. They are collected in memory, since the rows of a person can be apart. The list has a
 * few thousand.
 */
const MOST_PERSONS = 200_000

/** The UK Sanctions List and OFSI's consolidated list as CSV, with one row for each name of a person. */
export const ukCsv: ListReader = {
  async *read(chunks) {
    let columns: string[] | undefined
    const persons = new Map<string, ListEntry>()
    const others = new Set<string>()
    for await (const row of readCsv(chunks)) {
      if (!columns) {
        const keys = row.map(columnKey)
        const [date] =
          keys[0]?.startsWith('lastupdated') || keys[0]?.startsWith('reportdate') ? writtenDate(row[1]) : []
        if (date) yield { sourceDate: date }
        if (keys.includes('name6')) columns = keys
        continue
      }
      const value = (...names: string[]) =>
        names.map((name) => row[columns?.indexOf(name) ?? -1]?.trim() ?? '').find(Boolean) ?? ''
      const id = value('uniqueid', 'groupid', 'ofsigroupid')
      if (!id) throw new UnreadableList('has a row without a Unique ID or Group ID')
      const kind = value('grouptype', 'designationtype', 'individualentityship').toLowerCase()
      if (kind !== 'individual') {
        others.add(id)
        continue
      }
      const person = persons.get(id) ?? emptyEntry(id)
      persons.set(id, person)
      if (persons.size > MOST_PERSONS) throw new UnreadableList(`names more than ${MOST_PERSONS} persons`)
      addRow(person, value)
    }
    if (!columns) throw new UnreadableList('has no row of column names with Name 6')
    yield { skipped: others.size }
    for (const entry of persons.values()) yield { entry }
  },
}

function addRow(person: ListEntry, value: (...names: string[]) => string): void {
  const text = joined(...PARTS.map((part) => value(columnKey(part))))
  if (text) person.names.push(listName(text, isWeak(value('aliasquality', 'aliasstrength'))))
  const original = value('namenonlatinscript')
  if (original) person.names.push({ text: original })
  person.births.push(...split(value('dob')).flatMap(ukDate))
  person.countries.push(...split(value('nationality', 'nationalityies')).flatMap(countryCodes))
  person.identifiers.push(
    ...split(value('passportnumber')),
    ...split(value('nationalidentificationnumber', 'nationalidentifiernumber')),
  )
  person.topics.push(value('regime', 'regimename'))
  const { sex } = sexOfList(value('gender'))
  if (sex) person.sex = sex
}

const emptyEntry = (id: string): ListEntry => ({
  id,
  names: [],
  births: [],
  countries: [],
  identifiers: [],
  topics: [],
  url: `${LIST_URL}?id=${encodeURIComponent(id)}`,
})

const isWeak = (quality: string | undefined): boolean => /low|weak/i.test(quality ?? '')

/** Several values are written as (1) … (2) …, or separated by a semicolon or a bar. */
const split = (value: string): string[] => value.split(/\(\d+\)|[;|]/).filter((part) => part.trim())

/** dd/mm/yyyy, where `dd` is a day that is not known. */
const ukDate = (text: string): string[] =>
  writtenDate(
    text
      .trim()
      .replace(/^dd\/mm\//i, '00/00/')
      .replace(/^dd\//i, '00/'),
  )
