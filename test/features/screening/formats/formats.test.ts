import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ListEntry, ListFormat } from '../../../../src/features/screening/domain/list-entry.ts'
import { countryCodes, UnreadableList } from '../../../../src/features/screening/formats/list-reader.ts'
import { detectFormat, openListFile } from '../../../../src/features/screening/formats/open-list-file.ts'
import { COUNTRIES } from '../../../../src/formats/text/country-table.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/lists/${name}`, import.meta.url))

async function read(path: string, format?: ListFormat) {
  const file = await openListFile(path, format)
  const entries: ListEntry[] = []
  let skipped = 0
  for await (const item of file.entries())
    if ('entry' in item) entries.push(item.entry)
    else skipped += item.skipped
  return { about: file.about, entries, skipped }
}

describe('a country as lists write it', () => {
  it('is found by its short, official and former names, in any order of the words', () => {
    for (const [code, names] of Object.entries({
      PRK: ['DPRK', "Democratic People's Republic of Korea", 'North Korea', 'Korea, North', 'Corée du Nord'],
      KOR: ['Republic of Korea', 'Korea, Republic of', 'South Korea'],
      COD: [
        'DR Congo',
        'Democratic Republic of the Congo',
        'Congo (Democratic Republic of the)',
        'Congo, Democratic Republic of the',
      ],
      COG: ['Congo', 'Republic of the Congo', 'Congo-Brazzaville'],
      RUS: ['Russian Federation', 'Russia', 'Россия'],
      GBR: ['UK', 'United Kingdom', 'United Kingdom of Great Britain and Northern Ireland'],
      IRN: ['Iran', 'Iran (Islamic Republic of)', 'Islamic Republic of Iran', 'IR', 'IRN'],
      USA: ['USA', 'United States', 'United States of America', 'U.S.A.'],
      SYR: ['Syria', 'Syrian Arab Republic'],
      TUR: ['Turkey', 'Türkiye', 'Turquie'],
      CZE: ['Czech Republic', 'Czechia'],
      CHN: ['China', "People's Republic of China"],
      TWN: ['Taiwan', 'Republic of China'],
      DEU: ['Germany', 'Federal Republic of Germany', 'DE', 'Allemagne'],
      DOM: ['Dominican Republic'],
      DMA: ['Commonwealth of Dominica'],
      CIV: ["Côte d'Ivoire", 'Ivory Coast'],
      TZA: ['United Republic of Tanzania', 'Tanzania'],
      BIH: ['Bosnia and Herzegovina', 'Bosnia & Herzegovina'],
      YEM: ['Yemen (since 2012)'],
      PSE: ['Palestinian', 'State of Palestine'],
    }))
      for (const name of names) assert.deepEqual(countryCodes(name), [code], name)
    for (const name of ['', ' ', 'Korea', 'Democratic Congo', 'Republic', 'Atlantis', '-'])
      assert.deepEqual(countryCodes(name), [], name)
  })

  it('is found by every name of CLDR in the languages of the lists', () => {
    const shown = new Intl.DisplayNames(['fr'], { type: 'region' })
    for (const [alpha3, alpha2] of COUNTRIES)
      assert.deepEqual(countryCodes(shown.of(alpha2)), [alpha3], shown.of(alpha2))
  })
})

describe('the file of a list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limen-lists-'))
  after(() => rmSync(folder, { recursive: true }))
  const written = (name: string, text: string | Uint8Array) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  it('is read as FollowTheMoney, persons alone', async () => {
    const { about, entries, skipped } = await read(fixture('entities.ftm.jsonl'))
    assert.deepEqual(about, { format: 'ftm' })
    assert.equal(skipped, 1)
    assert.deepEqual(entries[0], {
      id: 'fx-0001',
      names: [
        { text: 'Zanthor Quibblewick' },
        { text: 'Зантор Квиблвик' },
        { text: 'Zantor Kwiblwik' },
        { text: 'The Lamplighter', weak: true },
      ],
      births: ['1961-03-14'],
      countries: ['UGA'],
      sex: 'M',
      identifiers: ['XF0000001'],
      topics: ['sanction'],
      url: 'https://lists.example/fx-0001',
    })
    assert.deepEqual([entries[1]?.births, entries[1]?.countries, entries[1]?.sex], [['1975'], ['DEU'], 'F'])
  })

  it('is read as the simple table of OpenSanctions, with quotes in a field', async () => {
    const { about, entries, skipped } = await read(fixture('targets.simple.csv'))
    assert.equal(about.format, 'opensanctions-csv')
    assert.equal(skipped, 1)
    assert.deepEqual(
      entries[0]?.names.map(({ text }) => text),
      ['Zanthor Quibblewick', 'Зантор Квиблвик', 'Zantor "Zan" Kwiblwik'],
    )
    assert.deepEqual(entries[0]?.countries, ['UGA', 'KEN'])
    assert.equal(entries[0]?.url, 'https://www.opensanctions.org/entities/fx-0001/')
  })

  it('is read as the EU writes it', async () => {
    const { about, entries, skipped } = await read(fixture('eu.xml'))
    assert.deepEqual(about, { format: 'eu-xml', sourceDate: '2026-02-03' })
    assert.equal(skipped, 1)
    assert.deepEqual(entries, [
      {
        id: 'EU.0000.01',
        names: [
          { text: 'Zanthor Quibblewick' },
          { text: 'Zanthor Odo Quibblewick' },
          { text: 'The Lamplighter', weak: true },
        ],
        births: ['1961-03-14', '1962'],
        countries: ['UGA'],
        sex: 'M',
        identifiers: ['XF0000001'],
        topics: ['EXA'],
        url: 'https://lists.example/eu/1.pdf',
      },
    ])
  })

  it('is read as the United Nations write it, years in between one by one', async () => {
    const { about, entries, skipped } = await read(fixture('un.xml'))
    assert.deepEqual(about, { format: 'un-xml', sourceDate: '2026-02-03' })
    assert.equal(skipped, 1)
    const [entry] = entries
    assert.equal(entry?.id, 'EXi.001')
    assert.deepEqual(
      entry?.names.map(({ text, weak }) => (weak ? `${text} (weak)` : text)),
      ['ZANTHOR ODO QUIBBLEWICK', 'زانثور كويبلويك', 'Zantor Kwiblwik', 'The Lamplighter (weak)'],
    )
    assert.deepEqual(entry?.births, ['1961-03-14', '1962', '1963', '1964'])
    assert.deepEqual([entry?.countries, entry?.sex, entry?.identifiers], [['UGA'], 'M', ['XF0000001']])
  })

  it('is read as OFAC writes it, with values that stand elsewhere in the file', async () => {
    const { about, entries, skipped } = await read(fixture('sdn_advanced.xml'))
    assert.deepEqual(about, { format: 'ofac-xml', sourceDate: '2026-02-03' })
    assert.equal(skipped, 1)
    assert.deepEqual(entries, [
      {
        id: '90001',
        names: [{ text: 'QUIBBLEWICK Zanthor' }, { text: 'THE LAMPLIGHTER', weak: true }],
        births: ['1961-03-14'],
        countries: ['UGA'],
        sex: 'M',
        identifiers: ['XF0000001'],
        topics: ['SDN'],
        url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=90001',
      },
    ])
  })

  it('is read as OFAC writes it in sdn.xml', async () => {
    const path = written(
      'sdn.xml',
      `<sdnList xmlns="http://tempuri.org/sdnList.xsd"><publshInformation><Publish_Date>02/03/2026</Publish_Date></publshInformation>
<sdnEntry><uid>90001</uid><firstName>Zanthor</firstName><lastName>QUIBBLEWICK</lastName><sdnType>Individual</sdnType><programList><program>EXA</program></programList>
<idList><id><idType>Passport</idType><idNumber>XF0000001</idNumber><idCountry>Kenya</idCountry></id><id><idType>Gender</idType><idNumber>Male</idNumber></id></idList>
<akaList><aka><category>weak</category><lastName>THE LAMPLIGHTER</lastName></aka><aka><category>strong</category><lastName>KWIBLWIK</lastName><firstName>Zantor</firstName></aka></akaList>
<addressList><address><country>Kenya</country></address></addressList><nationalityList><nationality><country>Korea, North</country></nationality></nationalityList><citizenshipList><citizenship><country>Uganda</country></citizenship></citizenshipList>
<dateOfBirthList><dateOfBirthItem><dateOfBirth>14 Mar 1961</dateOfBirth></dateOfBirthItem><dateOfBirthItem><dateOfBirth>circa 1962</dateOfBirth></dateOfBirthItem><dateOfBirthItem><dateOfBirth>1964 to 1965</dateOfBirth></dateOfBirthItem></dateOfBirthList></sdnEntry>
<sdnEntry><uid>90002</uid><lastName>BRIMBLE HOLLOW TRADING</lastName><sdnType>Entity</sdnType></sdnEntry></sdnList>`,
    )
    const { about, entries, skipped } = await read(path)
    assert.deepEqual([about, skipped], [{ format: 'ofac-classic-xml', sourceDate: '2026-02-03' }, 1])
    assert.deepEqual(entries, [
      {
        id: '90001',
        names: [{ text: 'Zanthor QUIBBLEWICK' }, { text: 'Zantor KWIBLWIK' }, { text: 'THE LAMPLIGHTER', weak: true }],
        births: ['1961-03-14', '1962', '1964', '1965'],
        countries: ['PRK', 'UGA'],
        sex: 'M',
        identifiers: ['XF0000001'],
        topics: ['EXA'],
        url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=90001',
      },
    ])
  })

  it('is read as OFAC writes it in sdn.csv, where most stands in the remarks', async () => {
    const nothing = '-0- ,'
    const path = written(
      'sdn.csv',
      `90002,"BRIMBLE HOLLOW TRADING",-0- ,"EXA",${nothing.repeat(7)}-0- \r
90001,"QUIBBLEWICK, Zanthor Odo","individual","EXA] [EXB",${nothing.repeat(7)}"DOB 14 Mar 1961; alt. DOB Apr 1962; POB Brimble; nationality Uganda; citizen Iran; Gender Male; Passport XF0000001 (Uganda) expires 01 Jan 2030; alt. Passport XF0000002; a.k.a. 'THE LAMPLIGHTER'."\r
\u001A`,
    )
    const { about, entries, skipped } = await read(path)
    assert.deepEqual([about, skipped], [{ format: 'ofac-csv' }, 1])
    assert.deepEqual(entries, [
      {
        id: '90001',
        names: [{ text: 'Zanthor Odo QUIBBLEWICK' }, { text: 'THE LAMPLIGHTER', weak: true }],
        births: ['1961-03-14', '1962-04'],
        countries: ['UGA', 'IRN'],
        sex: 'M',
        identifiers: ['XF0000001', 'XF0000002'],
        topics: ['EXA', 'EXB'],
        url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=90001',
      },
    ])
  })

  it('of the EU has weak aliases by mark and by remark', async () => {
    const path = written(
      'eu-weak.xml',
      `<export generationDate="2026-02-03T00:00:00"><sanctionEntity euReferenceNumber="EU.1"><subjectType code="person"/>
<nameAlias wholeName="Zanthor Quibblewick" strong="true"><remark>Good quality alias</remark></nameAlias>
<nameAlias wholeName="The Lamplighter" strong="true"><remark>Low quality alias</remark></nameAlias>
<nameAlias wholeName="Old Wick" strong="false"/></sanctionEntity></export>`,
    )
    const { entries } = await read(path)
    assert.deepEqual(entries[0]?.names, [
      { text: 'Zanthor Quibblewick' },
      { text: 'The Lamplighter', weak: true },
      { text: 'Old Wick', weak: true },
    ])
  })

  it('is read as the United Kingdom writes it, in XML and in rows that do not lie together', async () => {
    const xml = await read(fixture('uk.xml'))
    const csv = await read(fixture('ConList.csv'))
    assert.deepEqual(xml.about, { format: 'uk-xml', sourceDate: '2026-02-03' })
    assert.deepEqual(csv.about, { format: 'uk-csv', sourceDate: '2026-02-03' })
    assert.deepEqual([xml.skipped, csv.skipped], [1, 1])
    assert.deepEqual(
      [xml.entries[0]?.id, csv.entries[0]?.id, xml.entries.length, csv.entries.length],
      ['EXA0001', '90001', 1, 1],
    )
    assert.deepEqual(xml.entries[0]?.names, [
      { text: 'Zanthor Odo Quibblewick' },
      { text: 'Зантор Квиблвик' },
      { text: 'The Lamplighter', weak: true },
    ])
    assert.deepEqual(csv.entries[0]?.names, [
      { text: 'Zanthor Odo QUIBBLEWICK' },
      { text: 'Зантор Квиблвик' },
      { text: 'THE LAMPLIGHTER', weak: true },
    ])
    assert.deepEqual(xml.entries[0]?.births, ['1961-03-14', '1962'])
    assert.deepEqual([csv.entries[0]?.births, csv.entries[0]?.identifiers], [['1961-03-14'], ['XF0000001']])
  })

  it('is refused with a reason when it is something else, cut short or not text', async () => {
    const refused = async (name: string, text: string | Uint8Array, reason: RegExp, format?: ListFormat) =>
      assert.rejects(
        () => read(written(name, text), format),
        (error: Error) => error instanceof UnreadableList && reason.test(error.message),
      )
    await refused('a.txt', 'hello', /none of the formats/)
    await refused('b.json', '{"id": "x", "schema": "Person", "properties": {}}\n{"id":', /no JSON in line 2/)
    await refused('c.json', '{"id": 3}', /no entity with id, schema and properties in line 1/)
    await refused('d.xml', '<export><sanctionEntity>', /not well-formed XML/)
    await refused('e.csv', 'id,schema,name,birth_date\n"x', /ends in the middle of a field/)
    await refused('f.csv', Uint8Array.of(0x7b, 0xff, 0xfe), /not text in UTF-8/)
    await refused('g.csv', 'a,b\n1,2\n', /no column id, schema, name, birthdate/, 'opensanctions-csv')
    await refused('h.csv', 'Name 6,Group Type\nX,Individual\n', /without a Unique ID or Group ID/)
  })

  it('does not expand what a document declares', async () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE e [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><export>&b;</export>'
    await assert.rejects(() => read(written('bomb.xml', bomb), 'eu-xml'), /document type declaration|not well-formed/)
    const outside = '<!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/hostname">]><export>&x;</export>'
    await assert.rejects(() => read(written('outside.xml', outside), 'eu-xml'), UnreadableList)
  })

  it('shows its format by its beginning', () => {
    assert.equal(detectFormat('<?xml version="1.0"?>\n<x:export xmlns:x="y">'), 'eu-xml')
    assert.equal(detectFormat('<html>'), undefined)
    assert.equal(detectFormat(''), undefined)
  })

  it('never gives an entry without a name, nor one that is larger than it may be', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `Name ${index}`)
    const long = { id: 'x', schema: 'Person', properties: { name: names, sourceUrl: ['javascript:alert(1)'] } }
    const nameless = { id: 'y', schema: 'Person', properties: { name: [' '] } }
    const path = written('long.json', `${JSON.stringify(long)}\n${JSON.stringify(nameless)}\n`)
    const { entries, skipped } = await read(path)
    assert.deepEqual([entries.length, skipped, entries[0]?.names.length, entries[0]?.url], [1, 1, 500, undefined])
  })
})
