import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ListEntry, ListFormat } from '../../../../src/capabilities/screening/domain/list-entry.ts'
import { detectFormat, openListFile } from '../../../../src/capabilities/screening/formats/open-list-file.ts'
import { UnreadableList } from '../../../../src/capabilities/screening/formats/unreadable.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/lists/${name}`, import.meta.url))

async function read(path: string, format?: ListFormat) {
  const file = await openListFile(path, format)
  const entries: ListEntry[] = []
  let skipped = 0
  for await (const item of file.entries())
    if ('entry' in item) entries.push(item.entry)
    else skipped += item.skipped
  return { about: file.about, entries, skipped }
}

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
    assert.deepEqual([entry?.countries, entry?.sex, entry?.identifiers], [['UGA', 'KEN'], 'M', ['XF0000001']])
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
