import { renderRows } from '../measure/table.ts'
import type { FigureFile } from './figures.ts'
import { isMeasured, MEASURED, type ReadFigures, type SetName } from './measured.ts'
import type { Measured } from './sets/measured.ts'
import { VIEWS, type View } from './views.ts'

const MARKED = /<!-- figures: (\S+) -->\n[\s\S]*?<!-- \/figures -->/g

/** A page with the tables between its markers generated again, and the sets that they show. */
export function fillPage(
  page: string,
  files: ReadonlyMap<string, FigureFile>,
): { text: string; used: ReadonlySet<string> } {
  const used = new Set<string>()
  const sourced = new Set<string>()
  const text = page.replace(MARKED, (_, name: string) => {
    const view = VIEWS[name] ?? viewOf(name)
    const rows = renderRows(view.table(readerOf(files)))
    // The first table of a set on a page states the provenance of its figures.
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

/** The provenance of figures, in one line. */
const sourceOf = ({ command, data, date, version, machine }: FigureFile): string =>
  `<sub>\`${command}\` · ${data} · ${date}, version ${version} · ${machine}</sub>`

/** A file contains what its set wrote: a test renders every table of every file. */
export const readerOf =
  (files: ReadonlyMap<string, FigureFile>): ReadFigures =>
  (name) =>
    fileOf(name, files).figures as never

function fileOf(set: SetName, files: ReadonlyMap<string, FigureFile>): FigureFile {
  const file = files.get(set)
  if (!file) throw new Error(`docs/figures/${set}.json is missing`)
  return file
}
