import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { alpha3Of } from '../../../formats/text/compare.ts'
import { readConfig } from '../../../kernel/config.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { DEFAULT_THRESHOLD } from '../../../kernel/tenants/tenant.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { showProgress, UsageError } from '../../../platform/cli/usage.ts'
import { refusalOf } from '../../../platform/http/fetch-guarded.ts'
import { fetchList } from '../actions/fetch-list.ts'
import { importList, removeList } from '../actions/import-list.ts'
import { clearStaleLists, scheduleList, unscheduleList } from '../actions/list-sources.ts'
import { LIST_FORMATS, plainIdentifier } from '../domain/list-entry.ts'
import { UnreadableList } from '../formats/list-reader.ts'
import type { ListSource, Watchlist } from '../ports/screening.ts'

export const command = defineGroup({
  summary: 'lists that people are compared with: sanctions, public office, your own',
  details: 'No lists are included: docs/screening.md says where they are published and what is compared.',
  commands: {
    import: defineCommand({
      summary: 'read a list from a file; it replaces the previous version',
      details: `The file is read as a stream and put in force atomically: until then the previous version is in use, and after a
crash it still is. Entries that are not persons are left out and counted. Ends with 1 when the file cannot be used.`,
      arguments: { file: { description: 'the file as the source publishes it' } },
      options: {
        name: {
          type: 'string',
          value: 'NAME',
          required: true,
          description: 'what the list is called here: eu, un, ofac',
        },
        format: {
          type: 'string',
          value: 'FORMAT',
          choices: LIST_FORMATS,
          description: 'the format of the file; by default detected',
        },
        sha256: { type: 'string', value: 'HEX', description: 'refuse the file if its SHA-256 differs' },
      },
      examples: ['lists import targets.simple.csv --name opensanctions', 'lists import sdn_advanced.xml --name ofac'],
      run: async ({ args: { file }, options: { name, format, sha256 } }) => {
        if (!existsSync(file)) throw new UsageError(`${file} does not exist`)
        const show = showProgress('reading')
        const progress = (persons: number, bytes: number, of: number) =>
          show(`${basename(file)}, ${persons} persons, per cent`, of ? Math.floor((bytes / of) * 100) : 100, 100)
        try {
          const result = await withStorage(async (ports) => {
            const wanted = { name, path: file, origin: basename(file), format, sha256 }
            const imported = await importList(ports, wanted, ACTOR, progress)
            while (await clearStaleLists(ports));
            return imported
          })
          if (!result.ok) return { data: { error: result.refusal }, text: `${file}: ${result.refusal}`, exitCode: 1 }
          const { entries, skipped, changed, version } = result.value
          return {
            data: result.value,
            text: `${name}: ${entries} persons in version ${version}, ${changed} of them new or changed; ${skipped} other entries left out`,
          }
        } catch (error) {
          if (!(error instanceof UnreadableList)) throw error
          return { data: { error: error.message }, text: `${file} ${error.message}`, exitCode: 1 }
        }
      },
    }),
    list: defineCommand({
      summary: 'list the imported lists, with version and date',
      run: async () => {
        const [lists, sources] = await withStorage(({ watchlists, listSources }) =>
          Promise.all([watchlists.all(), listSources.all()]),
        )
        const data = lists.map((list) => ({ ...list, source: sources.find((each) => each.list === list.name) }))
        const waiting = sources.filter(({ list }) => !lists.some(({ name }) => name === list))
        const lines = [
          ...data.flatMap(({ source, ...list }) => [lineOf(list), ...(source ? [sourceLine(source)] : [])]),
          ...waiting.flatMap((source) => [`${source.list.padEnd(20)}  not imported yet`, sourceLine(source)]),
        ]
        return {
          data: [...data, ...waiting.map((source) => ({ name: source.list, source }))],
          text: lines.join('\n') || 'no list was imported yet',
        }
      },
    }),
    show: defineCommand({
      summary: 'show a list, or one entry of it by its identifier in the source',
      arguments: { name: { description: 'the list' }, id: { optional: true, description: 'an entry' } },
      run: ({ args: { name, id } }) =>
        withStorage(async ({ watchlists }) => {
          const list = (await watchlists.all()).find((each) => each.name === name)
          if (!list) throw new UsageError(`there is no list ${name}`)
          if (id === undefined) return { data: list, text: JSON.stringify(list, null, 2) }
          const found = await watchlists.findEntry(list.version, id)
          if (!found) throw new UsageError(`${name} has no entry ${id}`)
          return { data: found.entry, text: JSON.stringify(found.entry, null, 2) }
        }),
    }),
    search: defineCommand({
      summary: 'look for a person on the lists, and explain each match',
      arguments: { name: { many: true, description: 'the name, in any script and order' } },
      options: {
        birth: { type: 'string', value: 'DATE', description: 'date of birth, 1961-03-14' },
        country: { type: 'string', value: 'CODE', multiple: true, description: 'nationality: UGA, or its name' },
        sex: { type: 'string', value: 'SEX', choices: ['M', 'F'], description: 'as documents write it' },
        number: { type: 'string', value: 'NUMBER', multiple: true, description: 'number of a document or person' },
        threshold: {
          type: 'integer',
          value: 'N',
          default: DEFAULT_THRESHOLD,
          description: 'the lowest score to show, 0 to 100',
        },
      },
      examples: ['lists search Zanthor Quibblewick --birth 1961-03-14 --country UGA'],
      run: async ({ args: { name }, options: { birth, country, sex, number, threshold } }) => {
        if (birth !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(birth))
          throw new UsageError(`--birth takes a date like 1961-03-14, not '${birth}'`)
        const person = {
          names: [name.join(' ')],
          births: birth ? [birth] : [],
          countries: country.map(codeOf),
          ...(sex && { sex }),
          identifiers: number.map(plainIdentifier),
        }
        const { findPerson } = await import('../open-screening.ts')
        const [lists, hits] = await withStorage(async ({ watchlists }) => {
          const all = await watchlists.all()
          return [all.length, await findPerson(watchlists, all, person, threshold / 100)]
        })
        const lines = hits.flatMap(({ list, entry, match }) => [
          `${match.score.toFixed(2)} ${list} ${entry.id} ${match.name.entry}${entry.url ? ` ${entry.url}` : ''}`,
          ...match.features.map(({ points, detail }) => `     ${points < 0 ? '' : '+'}${points.toFixed(2)} ${detail}`),
        ])
        const nobody = lists ? 'nobody was found' : 'no list was imported yet: there is nobody to compare with'
        return { data: hits, text: lines.join('\n') || nobody }
      },
    }),
    schedule: defineCommand({
      summary: 'have a list fetched from an address automatically',
      details: `The address is fetched over https, never from inside the network; ALLOWED_HOSTS names exceptions. A fetch that
fails, has the wrong checksum, or has lost more than half of its persons leaves the current version in force:
\`lists list\`, \`doctor\`, the console and the metrics show it. Only one of several nodes fetches.`,
      arguments: { name: { description: 'what the list is called here' } },
      options: {
        url: { type: 'string', value: 'URL', required: true, description: 'the file as the source publishes it' },
        every: { type: 'integer', value: 'HOURS', default: 24, description: 'how often' },
        format: { type: 'string', value: 'FORMAT', choices: LIST_FORMATS, description: 'the format of the file' },
        sha256: { type: 'string', value: 'HEX', description: 'accept only this file' },
        'sha256-url': { type: 'string', value: 'URL', description: 'an address with the SHA-256 of the file' },
      },
      examples: ['lists schedule un --url https://lists.example/consolidated.xml --every 12'],
      run: async ({ args: { name }, options: { url, every, format, sha256, 'sha256-url': sha256Url } }) => {
        const wanted = { list: name, url, everyHours: every, format, sha256, sha256Url }
        const result = await withStorage((ports) => scheduleList(ports, wanted, ACTOR))
        if (!result.ok) throw new UsageError(result.refusal)
        await warnOfAddresses(url, ...(sha256Url === undefined ? [] : [sha256Url]))
        return { data: wanted, text: `the service fetches ${name} every ${every} hours, the first time immediately` }
      },
    }),
    unschedule: defineCommand({
      summary: 'stop fetching a list; it stays as it is',
      arguments: { name: { description: 'the list' } },
      run: async ({ args: { name } }) => {
        if (!(await withStorage((ports) => unscheduleList(ports, name, ACTOR))))
          throw new UsageError(`${name} is not fetched automatically`)
        return { data: { unscheduled: name }, text: `${name} is no longer fetched` }
      },
    }),
    fetch: defineCommand({
      summary: 'fetch a scheduled list now',
      arguments: { name: { description: 'the list' } },
      options: {
        'take-smaller': { type: 'boolean', description: 'accept it even if it has lost more than half of its persons' },
      },
      run: async ({ args: { name }, options: { 'take-smaller': takeSmaller } }) => {
        const { allowedHosts, dataDir } = readConfig(process.env)
        const { openListDownload } = await import('../download-list.ts')
        const fetched = await withStorage(async (ports) => {
          if (!(await ports.listSources.all()).some(({ list }) => list === name))
            throw new UsageError(`${name} has no address: set one with lists schedule`)
          const download = openListDownload(allowedHosts, dataDir)
          return fetchList(ports, download, `cli ${randomUUID()}`, {
            list: name,
            takeSmaller: takeSmaller === true,
          })
        })
        if (!fetched) return { data: { busy: true }, text: `${name} is already being fetched`, exitCode: 1 }
        const { outcome, text } = fetched.result
        return { data: fetched, text: `${name} ${outcome}: ${text}`, exitCode: outcome === 'failed' ? 1 : 0 }
      },
    }),
    remove: defineCommand({
      summary: 'take a list out of use and remove its entries',
      arguments: { name: { description: 'the list' } },
      destroys: true,
      run: ({ args: { name }, confirm }) =>
        withStorage(async (ports) => {
          const list = (await ports.watchlists.all()).find((each) => each.name === name)
          if (!list) throw new UsageError(`there is no list ${name}`)
          await confirm(`remove the list ${name} of ${list.entries} persons`)
          await removeList(ports, name, ACTOR)
          return {
            data: { removed: name },
            text: `${name} is no longer used; its entries are removed within two hours`,
          }
        }),
    }),
  },
})

/** A country by its code or name. An unknown one is refused: it would count against every entry. */
function codeOf(country: string): string {
  const code = alpha3Of(country)
  if (!code) throw new UsageError(`--country takes a country, such as UGA, not '${country}'`)
  return code
}

/** Warns of addresses that the settings do not allow yet; nothing is fetched from them until then. */
async function warnOfAddresses(...urls: string[]): Promise<void> {
  const { guardLists } = await import('../download-list.ts')
  for (const url of urls) {
    const refusal = refusalOf(guardLists(readConfig(process.env).allowedHosts), url)
    if (refusal) console.error(`warning: nothing is fetched from ${url}: ${refusal}`)
  }
}

const lineOf = ({ name, version, entries, changed, sourceDate, importedAt, origin, format }: Watchlist): string =>
  [
    name.padEnd(20),
    `version ${version}`,
    `${entries} persons (${changed} new or changed)`,
    `of ${sourceDate ?? 'an unknown date'}`,
    `imported ${importedAt.toISOString().slice(0, 16)}`,
    `${origin} (${format})`,
  ].join('  ')

const sourceLine = ({ url, everyHours, last, nextAt }: ListSource): string => {
  const came = last ? `${last.outcome} ${last.at.toISOString().slice(0, 16)}: ${last.text}` : 'not fetched yet'
  return `${''.padEnd(20)}  every ${everyHours} hours from ${url}; ${came}; next ${nextAt.toISOString().slice(0, 16)}`
}
