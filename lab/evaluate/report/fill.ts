import { renderRows } from '../measure/table.ts'
import type { FigureFile } from './figures.ts'
import { isMeasured, MEASURED, type ReadFigures, type SetName } from './measured.ts'
import type { Measured } from './sets/measured.ts'
import { VIEWS, type View } from './views.ts'

const MARKED = /<!-- figures: (\S+) -->\n[\s\S]*?<!-- \/figures -->/g

/** A page with the tables between its markers made again, and the sets that they show. */
export function fillPage(
  page: string,
  files: ReadonlyMap<string, FigureFile>,
): { text: string; used: ReadonlySet<string> } {
  const used = new Set<string>()
  const sourced = new Set<string>()
  const text = page.replace(MARKED, (_, name: string) => {
    const view = VIEWS[name] ?? viewOf(name)
    const rows = renderRows(view.table(readerOf(files)))
    // The first table of a set on a page says where its figures come from.
    const sources = view.sourced ? view.sets.filter((set) => !sourced.has(set)) : []
    for (const set of view.sets) used.add(set)
    for (const set of sources) sourced.add(set)
    const below = sources.map((set) => sourceOf(fileOf(set, files)))
    return [
      `<!-- figures: ${name} -->`,
      rows,
      ...(below.length ? ['', below.join('\\\n')] : []),
      '<!-- /figures -->',
    ].join('\n')
  })
  return { text, used }
}

/** One table of one set: `SET.TABLE`. */
function viewOf(name: string): View {
  const [set = '', table = ''] = name.split('.')
  if (!isMeasured(set)) throw new Error(`there is no set "${set}"`)
  const render = (MEASURED[set] as Measured<unknown>).tables[table]
  if (!render) throw new Error(`the set "${set}" has no table "${table}"`)
  return { sets: [set], sourced: true, table: (figures) => render(figures(set)) }
}

/** Where figures come from, in one line. */
const sourceOf = ({ command, data, date, version, machine }: FigureFile): string =>
  `<sub>\`${command}\` · ${data} · ${date}, version ${version} · ${machine}</sub>`

/** What a file holds is what its set wrote: every table of every file is drawn by a test. */
export const readerOf =
  (files: ReadonlyMap<string, FigureFile>): ReadFigures =>
  (name) =>
    fileOf(name, files).figures as never

function fileOf(set: SetName, files: ReadonlyMap<string, FigureFile>): FigureFile {
  const file = files.get(set)
  if (!file) throw new Error(`docs/figures/${set}.json is missing`)
  return file
}
