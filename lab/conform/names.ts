import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListEntry } from '../../src/features/screening/domain/list-entry.ts'
import type { ScreenedPerson } from '../../src/features/screening/domain/person.ts'
import { readCsv } from '../../src/features/screening/formats/csv.ts'
import { joined } from '../../src/features/screening/formats/list-reader.ts'
import { searchEntries } from '../../src/features/screening/match/find-candidates.ts'
import { preparePerson } from '../../src/features/screening/match/score.ts'
import { memorySource } from '../../src/features/screening/open-screening.ts'
import { DEFAULT_THRESHOLD } from '../../src/kernel/tenants/tenant.ts'
import { failureOf, type SuiteReport } from './suite.ts'

async function* inOnePiece(text: string) {
  yield text
}

interface Pair {
  id: string
  isPerson: boolean
  person: ScreenedPerson
  entry: ListEntry
  isMatch: boolean
}

/**
 * Each pair is a search for a person in a list of one entry, at the default threshold: no word is rarer than another
 * there. The two files answer different questions and are not added up. The product screens only persons.
 */
export async function run(folder: string): Promise<SuiteReport> {
  const sets = { person: await readNamePairs(folder), entity: await readEntityPairs(folder) }
  const report: SuiteReport & Required<Pick<SuiteReport, 'unsupported'>> = {
    figures: {},
    parts: [],
    misses: [],
    unsupported: {},
  }
  for (const [set, all] of Object.entries(sets)) {
    const pairs = all.filter(({ isPerson }) => isPerson)
    const found = new Map<Pair, number>()
    const failures = new Map<Pair, string>()
    for (const pair of pairs)
      try {
        found.set(pair, await scoreOf(pair))
      } catch (error) {
        // A score that cannot be is on neither side of the threshold.
        found.set(pair, Number.NaN)
        failures.set(pair, failureOf(error))
      }
    report.figures[set] = figuresOf(found)
    for (const [part, same] of Object.entries({ 'the same': true, others: false }))
      report.parts.push(countOf(`${set}, ${part}`, new Map([...found].filter(([{ isMatch }]) => isMatch === same))))
    report.parts.push({ ...countOf(set, found), n: all.length, unsupported: all.length - pairs.length })
    report.unsupported[`${set}: not a person`] = all.length - pairs.length
    for (const [pair, score] of found) {
      const { id, isMatch } = pair
      const failure = failures.get(pair)
      if (failure !== undefined) report.misses.push({ id, reason: failure })
      else if (score >= LIMIT !== isMatch)
        report.misses.push({ id, reason: `${isMatch ? 'a match' : 'no match'}, and the score is ${score}` })
    }
  }
  return report
}

const LIMIT = DEFAULT_THRESHOLD / 100

async function scoreOf({ person, entry }: Pair): Promise<number> {
  const [best] = await searchEntries(preparePerson(person), memorySource([{ entry, hash: '' }]), 0)
  return best?.match.score ?? 0
}

const countOf = (name: string, found: ReadonlyMap<Pair, number>) => ({
  name,
  n: found.size,
  agree: [...found].filter(([{ isMatch }, score]) => !Number.isNaN(score) && score >= LIMIT === isMatch).length,
})

function figuresOf(found: ReadonlyMap<Pair, number>) {
  const hits = [...found].filter(([, score]) => score >= LIMIT)
  const right = hits.filter(([{ isMatch }]) => isMatch).length
  const matches = [...found.keys()].filter(({ isMatch }) => isMatch).length
  const [precision, recall] = [right / hits.length, right / matches]
  return { n: found.size, precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

async function readNamePairs(folder: string): Promise<Pair[]> {
  const text = await readFile(join(folder, 'name_pairs.csv'), 'utf8')
  const pairs: Pair[] = []
  let columns: string[] | undefined
  for await (const row of readCsv(inOnePiece(text))) {
    if (!columns) {
      columns = row
      continue
    }
    const value = (name: string) => row[columns?.indexOf(name) ?? -1] ?? ''
    pairs.push({
      id: value('id'),
      isPerson: value('schema') === 'Person',
      person: personNamed(value('name1')),
      entry: entryNamed(value('name2')),
      isMatch: value('is_match') === 'true',
    })
  }
  return pairs
}

type Parts = Record<'name' | 'firstName' | 'middleName' | 'fatherName' | 'lastName', string | undefined>

async function readEntityPairs(folder: string): Promise<Pair[]> {
  const rows = JSON.parse(await readFile(join(folder, 'entity_pairs.json'), 'utf8')) as {
    id: string
    schema: string
    query: Parts
    candidate: Parts
    match: boolean
  }[]
  return rows.map(({ id, schema, query, candidate, match }) => ({
    id,
    isPerson: schema === 'Person',
    person: personNamed(nameOf(query)),
    entry: entryNamed(nameOf(candidate)),
    isMatch: match,
  }))
}

const nameOf = ({ name, firstName, middleName, fatherName, lastName }: Parts): string =>
  name ?? joined(firstName, middleName, fatherName, lastName)

const personNamed = (name: string): ScreenedPerson => ({ names: [name], births: [], countries: [], identifiers: [] })
const entryNamed = (text: string): ListEntry => ({ ...personNamed(text), id: 'x', names: [{ text }], topics: [] })
