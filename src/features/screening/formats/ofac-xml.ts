import type { ListEntry } from '../domain/list-entry.ts'
import { countryCodes, type ListReader, listName, partialDate, sexOfList, yearsBetween } from './list-reader.ts'
import { at, readXmlRecords, textOf, texts, type XmlElement } from './xml-records.ts'

/** Values that the parties refer to by number; they come before the parties in the file. */
interface References {
  countries: Map<string, string[]>
  features: Map<string, string>
  details: Map<string, string>
  individuals: Set<string>
  locations: Map<string, string[]>
  /** Numbers of documents, by the identity they belong to. */
  documents: Map<string, string[]>
}

/** The Specially Designated Nationals list of the United States' OFAC, advanced XML (sdn_advanced.xml). */
export const ofacXml: ListReader = {
  async *read(chunks) {
    const references: References = {
      countries: new Map(),
      features: new Map(),
      details: new Map(),
      individuals: new Set(),
      locations: new Map(),
      documents: new Map(),
    }
    for await (const element of readXmlRecords(chunks, RECORDS)) {
      if (element.name === 'DateOfIssue') {
        const [date] = dateOf(element)
        if (date) yield { sourceDate: date }
      } else if (element.name !== 'DistinctParty') keep(references, element)
      else {
        const [profile] = at(element, 'Profile')
        if (profile && references.individuals.has(profile.attributes.PartySubTypeID ?? ''))
          yield { entry: entryOf(references, element, profile) }
        else yield { skipped: 1 }
      }
    }
  },
}

const RECORDS = new Set([
  'DateOfIssue',
  'Country',
  'FeatureType',
  'DetailReference',
  'PartySubType',
  'Location',
  'IDRegDocument',
  'DistinctParty',
])

/** The number of the party type `Individual`. */
const INDIVIDUAL = '1'

function keep(references: References, element: XmlElement): void {
  const { ID = '', ISO2, PartyTypeID, IdentityID = '' } = element.attributes
  switch (element.name) {
    case 'Country':
      references.countries.set(ID, countryCodes(ISO2 || textOf(element)))
      break
    case 'FeatureType':
      references.features.set(ID, textOf(element).toLowerCase())
      break
    case 'DetailReference':
      references.details.set(ID, textOf(element))
      break
    case 'PartySubType':
      if (PartyTypeID === INDIVIDUAL) references.individuals.add(ID)
      break
    case 'Location':
      references.locations.set(
        ID,
        at(element, 'LocationCountry').flatMap(
          ({ attributes }) => references.countries.get(attributes.CountryID ?? '') ?? [],
        ),
      )
      break
    case 'IDRegDocument': {
      const numbers = texts(element, 'IDRegistrationNo')
      references.documents.set(IdentityID, [...(references.documents.get(IdentityID) ?? []), ...numbers])
    }
  }
}

function entryOf(references: References, party: XmlElement, profile: XmlElement): ListEntry {
  const id = party.attributes.FixedRef ?? profile.attributes.ID ?? ''
  const identities = at(profile, 'Identity')
  const features = at(profile, 'Feature')
  const versions = (...kinds: string[]) =>
    features
      .filter(({ attributes }) => kinds.includes(references.features.get(attributes.FeatureTypeID ?? '') ?? ''))
      .flatMap((feature) => at(feature, 'FeatureVersion'))
  const [gender] = versions('gender').flatMap((version) => detailsOf(references, version))
  return {
    id,
    names: identities.flatMap((identity) => at(identity, 'Alias')).flatMap(namesOf),
    births: versions('birthdate').flatMap((version) => at(version, 'DatePeriod').flatMap(birthsOf)),
    countries: versions('nationality country', 'citizenship country', 'nationality of registration')
      .flatMap((version) => at(version, 'VersionLocation'))
      .flatMap(({ attributes }) => references.locations.get(attributes.LocationID ?? '') ?? []),
    ...sexOfList(gender),
    identifiers: identities.flatMap(({ attributes }) => references.documents.get(attributes.ID ?? '') ?? []),
    topics: ['SDN'],
    url: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(id)}`,
  }
}

function namesOf(alias: XmlElement) {
  const isWeak = alias.attributes.LowQuality === 'true'
  return at(alias, 'DocumentedName').map((name) =>
    listName(texts(name, 'DocumentedNamePart', 'NamePartValue').join(' '), isWeak),
  )
}

const detailsOf = ({ details }: References, version: XmlElement): string[] =>
  at(version, 'VersionDetail').flatMap(
    (detail) => details.get(detail.attributes.DetailReferenceID ?? '') ?? (textOf(detail) || []),
  )

/** A day if the period is one day, a year if it is that whole year, and otherwise every year in it. */
function birthsOf(period: XmlElement): string[] {
  const [from] = at(period, 'Start', 'From').flatMap(dateOf)
  const [to] = at(period, 'End', 'To').flatMap(dateOf)
  if (!from) return []
  if (!to || from === to) return [from]
  return yearsBetween(from, to)
}

function dateOf(element: XmlElement): string[] {
  const [year] = texts(element, 'Year')
  const [month] = texts(element, 'Month')
  const [day] = texts(element, 'Day')
  return partialDate(year, month, day)
}
