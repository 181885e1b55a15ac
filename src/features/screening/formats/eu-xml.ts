import { countryCodes, joined, type ListReader, listName, partialDate, sexOfList, writtenDate } from './list-reader.ts'
import { at, readXmlRecords, texts, type XmlElement } from './xml-records.ts'

/** The EU's consolidated list of financial sanctions, XML 1.1. */
export const euXml: ListReader = {
  async *read(chunks) {
    for await (const element of readXmlRecords(chunks, new Set(['sanctionEntity']))) {
      if (element.name !== 'sanctionEntity') {
        const [date] = writtenDate(element.attributes.generationDate)
        if (date) yield { sourceDate: date }
        continue
      }
      const isPerson = at(element, 'subjectType').some(
        ({ attributes }) => attributes.classificationCode === 'P' || attributes.code === 'person',
      )
      if (!isPerson) {
        yield { skipped: 1 }
        continue
      }
      const aliases = at(element, 'nameAlias')
      const genders = new Set(aliases.map(({ attributes }) => sexOfList(attributes.gender).sex).filter(Boolean))
      const [sex] = genders
      const [url] = texts(element, 'regulation', 'publicationUrl')
      yield {
        entry: {
          id: element.attributes.euReferenceNumber || element.attributes.logicalId || '',
          names: aliases.map((alias) => {
            const { wholeName, firstName, middleName, lastName } = alias.attributes
            return listName(wholeName || joined(firstName, middleName, lastName), isWeak(alias))
          }),
          births: at(element, 'birthdate').flatMap(({ attributes: { birthdate, year, monthOfYear, dayOfMonth } }) =>
            birthdate ? writtenDate(birthdate) : partialDate(year, monthOfYear, dayOfMonth),
          ),
          countries: at(element, 'citizenship').flatMap(({ attributes }) => countryCodes(attributes.countryIso2Code)),
          ...(genders.size === 1 && sex && { sex }),
          identifiers: at(element, 'identification').flatMap(({ attributes }) => attributes.number ?? []),
          topics: at(element, 'regulation').flatMap(({ attributes }) => attributes.programme ?? []),
          ...(url && { url }),
        },
      }
    }
  },
}

/**
 * An alias is weak by its attribute or by a remark: most aliases that a remark calls weak have the attribute for
 * strong.
 */
const isWeak = (alias: XmlElement): boolean =>
  alias.attributes.strong === 'false' || texts(alias, 'remark').some((remark) => LOW_QUALITY.test(remark))

const LOW_QUALITY = /\b(low|weak|poor)[\s-]*(quality|alias|a\.?k\.?a)/i
