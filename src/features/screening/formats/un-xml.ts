import {
  countryCodes,
  joined,
  type ListReader,
  listName,
  partialDate,
  sexOfList,
  writtenDate,
  yearsBetween,
} from './list-reader.ts'
import { at, readXmlRecords, texts, type XmlElement } from './xml-records.ts'

/** The United Nations Security Council's consolidated list. */
export const unXml: ListReader = {
  async *read(chunks) {
    for await (const element of readXmlRecords(chunks, new Set(['INDIVIDUAL', 'ENTITY']))) {
      if (element.name === 'ENTITY') yield { skipped: 1 }
      else if (element.name === 'INDIVIDUAL') yield { entry: entryOf(element) }
      else {
        const [date] = writtenDate(element.attributes.dateGenerated)
        if (date) yield { sourceDate: date }
      }
    }
  },
}

/** The four parts of a name, in the order of the list. */
const PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

function entryOf(element: XmlElement) {
  const first = (...path: string[]) => texts(element, ...path)[0]
  return {
    id: first('REFERENCE_NUMBER') ?? first('DATAID') ?? '',
    names: [
      { text: joined(...PARTS.map((part) => first(part))) },
      ...texts(element, 'NAME_ORIGINAL_SCRIPT').map((text) => ({ text })),
      ...at(element, 'INDIVIDUAL_ALIAS').flatMap((alias) => {
        const isWeak = texts(alias, 'QUALITY')[0]?.toLowerCase() === 'low'
        return texts(alias, 'ALIAS_NAME').map((text) => listName(text, isWeak))
      }),
    ],
    births: at(element, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(birthsOf),
    countries: texts(element, 'NATIONALITY', 'VALUE').flatMap(countryCodes),
    ...sexOfList(first('GENDER')),
    identifiers: texts(element, 'INDIVIDUAL_DOCUMENT', 'NUMBER'),
    topics: texts(element, 'UN_LIST_TYPE'),
    url: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  }
}

/** A range of years becomes one entry per year, as far as they are valid. */
function birthsOf(birth: XmlElement): string[] {
  const [date] = texts(birth, 'DATE')
  if (date) return writtenDate(date)
  const [year] = texts(birth, 'YEAR')
  return year
    ? partialDate(year)
    : yearsBetween(texts(birth, 'FROM_YEAR')[0], texts(birth, 'TO_YEAR')[0]).flatMap((each) => partialDate(each))
}
