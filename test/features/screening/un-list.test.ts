import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { numbersFrom } from '../../../lab/screening/draw-people.ts'
import { drawList, drawStrangers } from '../../../lab/screening/drawn-list.ts'
import { unrelated, VARIATIONS, varied } from '../../../lab/screening/variations.ts'
import { importList } from '../../../src/features/screening/actions/import-list.ts'
import type { ScreenedPerson } from '../../../src/features/screening/domain/person.ts'
import { findPerson } from '../../../src/features/screening/open-screening.ts'
import { countryOf } from '../../../src/formats/text/countries.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { openStorage, type Storage } from '../../../src/kernel/storage/open.ts'
import { DEFAULT_THRESHOLD } from '../../../src/kernel/tenants/tenant.ts'

const SEEDS = { list: 271_828, strangers: 314_159 }
/** As the list of the Security Council writes some countries; the others by their ISO names. */
const ITS_NAMES: Record<string, string> = {
  RUS: 'Russian Federation',
  IRN: 'Iran (Islamic Republic of)',
  SYR: 'Syrian Arab Republic',
  PRK: "Democratic People's Republic of Korea",
  GBR: 'United Kingdom of Great Britain and Northern Ireland',
  USA: 'United States of America',
  TUR: 'Turkey',
}

type DrawnEntry = ReturnType<typeof drawList> extends Generator<infer Item> ? Item : never

describe('a list of 700 persons in the form of the United Nations', () => {
  const people = [...drawList(700, SEEDS)]
  let folder: string
  let storage: Storage
  let lists: Awaited<ReturnType<Storage['watchlists']['all']>>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-un-'))
    const clock = () => new Date()
    storage = await openStorage({ dataDir: folder, clock, defaultPolicy: defaultPolicy() })
    const path = join(folder, 'consolidated.xml')
    await writeFile(path, xmlOf(people))
    const wanted = { name: 'un', path, origin: 'drawn', format: 'un-xml' } as const
    assert.ok((await importList({ ...storage, clock }, wanted, 'system')).ok)
    lists = await storage.watchlists.all()
  })
  after(async () => {
    await storage.close()
    await rm(folder, { recursive: true, force: true })
  })
  const hits = (person: ScreenedPerson) => findPerson(storage.watchlists, lists, person, DEFAULT_THRESHOLD / 100)
  const isFound = async (id: string, person: ScreenedPerson) =>
    (await hits(person)).some(({ entry }) => entry.id === id)

  it('finds every person as themselves', async () => {
    const missed: string[] = []
    for (const { id, person, entry } of people) {
      const { births, countries } = entry
      if (!(await isFound(id, { ...unrelated(person), births, countries, identifiers: [] }))) missed.push(id)
    }
    assert.deepEqual(missed, [])
  })

  it('finds people by other spellings with their own date or year, and few strangers', async (test) => {
    const draw = numbersFrom(700)
    const [tried, missed]: [string[], string[]] = [[], []]
    for (const { id, person, entry } of people.filter(({ entry }) => entry.births.length > 0).slice(0, 300))
      for (const kind of VARIATIONS) {
        const shown = varied(person, kind, draw)
        if (!shown) continue
        tried.push(id)
        const births = entry.births
        if (!(await isFound(id, { ...shown, births })))
          missed.push(`${kind.kind}: ${shown.names} ${births} ${entry.names[0]?.text}`)
      }
    let strangers = 0
    for (const person of drawStrangers(5_000, SEEDS)) if ((await hits(unrelated(person))).length > 0) strangers += 1
    const recall = (tried.length - missed.length) / tried.length
    test.diagnostic(`${tried.length - missed.length} of ${tried.length} found, ${strangers} of 5,000 strangers`)
    assert.ok(recall >= 0.985, `${recall}: ${missed.join('; ')}`)
    assert.ok(strangers <= 4, String(strangers))
  })
})

/** The list's own form: four parts of a name, aliases with their quality, a date or a year, countries by its own names. */
function xmlOf(people: readonly DrawnEntry[]): string {
  const tag = (name: string, content: string) => `<${name}>${content}</${name}>`
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const individuals = people.map(({ id, person, entry }) => {
    const words = entry.names[0]?.text.split(' ') ?? []
    const parts = [words[0], words[1], words[2], words.slice(3).join(' ')].map((part = '', index) =>
      part ? tag(`${['FIRST', 'SECOND', 'THIRD', 'FOURTH'][index]}_NAME`, escaped(part)) : '',
    )
    const aliases = entry.names
      .slice(1)
      .map(({ text, weak }) =>
        weak
          ? tag('INDIVIDUAL_ALIAS', tag('QUALITY', 'Low') + tag('ALIAS_NAME', escaped(text)))
          : tag('NAME_ORIGINAL_SCRIPT', escaped(text)),
      )
    const [birth] = entry.births
    const date = birth && (birth.length === 4 ? tag('YEAR', birth) : tag('DATE', birth))
    const country = person.country
    const name = ITS_NAMES[country] ?? countryOf(country)?.name ?? country
    return tag(
      'INDIVIDUAL',
      [
        tag('DATAID', id),
        ...parts,
        ...aliases,
        tag('UN_LIST_TYPE', 'Drawn'),
        tag('REFERENCE_NUMBER', id),
        entry.countries.length ? tag('NATIONALITY', tag('VALUE', escaped(name))) : '',
        date ? tag('INDIVIDUAL_DATE_OF_BIRTH', date) : '',
        ...entry.identifiers.map((number) => tag('INDIVIDUAL_DOCUMENT', tag('NUMBER', number))),
      ].join(''),
    )
  })
  return `<?xml version="1.0" encoding="utf-8"?><CONSOLIDATED_LIST dateGenerated="2026-06-15T00:00:00Z">${tag('INDIVIDUALS', individuals.join('\n'))}</CONSOLIDATED_LIST>`
}
