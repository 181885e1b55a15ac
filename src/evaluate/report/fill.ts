import { renderRows } from '../measure/table.ts'
import { AIMS, aimsTable, type ReadFigures } from './aims.ts'
import type { FigureFile } from './figures.ts'
import { isMeasured, MEASURED, type Measured, type SetName } from './measured.ts'

const MARKED = /<!-- figures: (\S+) -->\n[\s\S]*?<!-- \/figures -->/g

/** A page with the tables between its markers made anew, and the sets that they show. */
export function fillPage(
  page: string,
  files: ReadonlyMap<string, FigureFile>,
): { text: string; used: ReadonlySet<string> } {
  const used = new Set<string>()
  const text = page.replace(MARKED, (_, name: string) => {
    const [set = '', table = ''] = name.split('.')
    const shown = set === 'aims' ? aims(table, files, used) : figures(set, table, files, used)
    return `<!-- figures: ${name} -->\n${shown}\n<!-- /figures -->`
  })
  return { text, used }
}

function aims(group: string, files: ReadonlyMap<string, FigureFile>, used: Set<string>): string {
  if (!isGroup(group)) throw new Error(`there are no aims "${group}"`)
  for (const { sets } of AIMS[group]) for (const set of sets) used.add(set)
  return renderRows(aimsTable(group, reader(files)))
}

const isGroup = (name: string): name is keyof typeof AIMS => Object.hasOwn(AIMS, name)

/** The first table of a set on a page says where its figures come from. */
function figures(set: string, table: string, files: ReadonlyMap<string, FigureFile>, used: Set<string>): string {
  if (!isMeasured(set)) throw new Error(`there is no set "${set}"`)
  const file = fileOf(set, files)
  const render = (MEASURED[set] as Measured<unknown>).tables[table]
  if (!render) throw new Error(`the set "${set}" has no table "${table}"`)
  const rows = renderRows(render(file.figures))
  const shown = used.has(set) ? rows : `${rows}\n\n${sourceOf(file)}`
  used.add(set)
  return shown
}

/** Where figures come from, in one line. */
export const sourceOf = ({ command, data, date, version, machine }: FigureFile): string =>
  `<sub>\`${command}\` · ${data} · ${date}, version ${version} · ${machine}</sub>`

/** What a file holds is what its set wrote: every table of every file is drawn by a test. */
const reader =
  (files: ReadonlyMap<string, FigureFile>): ReadFigures =>
  (name) =>
    fileOf(name, files).figures as ReturnType<ReadFigures> as never

function fileOf(set: SetName, files: ReadonlyMap<string, FigureFile>): FigureFile {
  const file = files.get(set)
  if (!file) throw new Error(`docs/figures/${set}.json is missing`)
  return file
}
