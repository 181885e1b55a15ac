import type { SessionFilter } from '../../src/kernel/ports/sessions.ts'
import type { Storage } from '../../src/kernel/storage/open.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Timed } from '../evaluate/report/tables/storage.ts'
import type { Measurement } from './support/bench.ts'
import { fillSessions, SECOND_TENANT, SMALL_TENANT, TENANT } from './support/fill-sessions.ts'
import { giveReferences } from './support/give-references.ts'
import { type DatabasePlace, onDatabases } from './support/on-databases.ts'
import { timed } from './support/timed.ts'

const REPEATS = 100
const PAGE_SIZE = 100
const DAY = 86_400_000

/**
 * npm run bench -- list [--sessions=1000000,10000000] [--only=sqlite|postgres]: pages of the API's list and of the
 * console's, with each filter, and the check for documents seen before.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const figures = await onDatabases(args, 1_000_000, measure)
  for (const table of tablesOf('list', figures)) console.log(renderTable(table))
  return [{ set: 'list', figures }]
}

async function measure(place: DatabasePlace): Promise<Timed[]> {
  await fillSessions(place)
  return timeLists(place)
}

async function timeLists({ storage, kind, sessions }: Pick<DatabasePlace, 'storage' | 'kind' | 'sessions'>) {
  const questions: Timed[] = []
  const ask = async (what: string, values: readonly number[], act: (value: number) => Promise<unknown>) => {
    questions.push({ database: kind, sessions, what, ...(await timed(values, act)) })
    const { medianMs, slowestMs } = questions.at(-1) as Timed
    console.log(`${kind}, ${sessions}: ${what}: ${medianMs} ms, slowest ${slowestMs}`)
  }
  for (const [place, numbers] of Object.entries(await placesOf(storage)))
    await ask(`list: ${place}${place.includes(' ') ? ' pages' : ' page'}`, numbers, (number) =>
      listPage(storage, number),
    )
  for (const [what, find] of Object.entries(consoleQuestions(storage))) await ask(what, repeated(0), find)
  const numbers = repeated(0).map((_, at) => at)
  await ask('document seen before?', numbers, (at) =>
    storage.fingerprints.compare({ ...STRANGER, document: { country: 'UTO', type: 'PASSPORT', number: `L${at}` } }, 77),
  )
  await ask('counts by status', repeated(0), () => storage.sessions.countByStatus())
  return questions
}

/** Page numbers, with a reference to decrypt on each of their rows. */
async function placesOf(storage: Storage): Promise<Record<string, number[]>> {
  const { total } = await storage.sessions.list({ tenant: TENANT, mode: 'live' }, { number: 1, size: 1 })
  const last = Math.floor(total / PAGE_SIZE)
  const anywhere = repeated(0).map(() => 1 + Math.floor(Math.random() * last))
  const places = {
    first: repeated(1),
    middle: repeated(Math.ceil(last / 2)),
    last: repeated(last),
    'any of 100': anywhere,
  }
  for (const number of new Set(Object.values(places).flat())) {
    const rows = await listPage(storage, number)
    await giveReferences(
      storage,
      rows.map(({ id }) => id),
    )
  }
  return places
}

async function listPage({ sessions }: Storage, number: number) {
  const { rows } = await sessions.list({ tenant: TENANT, mode: 'live' }, { number, size: PAGE_SIZE })
  if (rows.length !== PAGE_SIZE) throw new Error(`page ${number} has ${rows.length} rows`)
  return rows
}

/** As in the console: 50 rows, counted to 1,000. */
function consoleQuestions({ sessionSearch }: Storage): Record<string, () => Promise<unknown>> {
  const now = Date.now()
  const ago = (days: number) => new Date(now - days * DAY)
  const page = { limit: 50, countTo: 1000 }
  const middle = { createdAt: ago(45), id: 'f' }
  const find = (filter: Omit<SessionFilter, 'mode'>, after?: typeof middle) => async (): Promise<void> => {
    await sessionSearch.find({ mode: 'live', ...filter }, { ...page, ...(after && { after }) })
  }
  return {
    all: find({}),
    'all, far down': find({}, middle),
    'one status, common': find({ status: 'AUTO_REJECTED' }),
    'one status, common, far down': find({ status: 'AUTO_REJECTED' }, middle),
    'one status, rare': find({ status: 'MANUAL_REJECTED' }),
    'one status, none': find({ status: 'PENDING' }),
    expired: find({ status: 'EXPIRED' }),
    'any of two statuses, rare': find({ statuses: ['MANUAL_REJECTED', 'PENDING'] }),
    'type, common': find({ documentType: 'PASSPORT' }),
    'type, rare': find({ documentType: 'RESIDENCE_PERMIT' }),
    'type, none': find({ documentType: 'VISA' }),
    'country, rare': find({ country: 'XOM' }),
    'country, none': find({ country: 'XXX' }),
    'type and country, rare': find({ documentType: 'DRIVER_LICENSE', country: 'XOM' }),
    'type and country, none': find({ documentType: 'VISA', country: 'UTO' }),
    'status and type, rare': find({ status: 'AUTO_REJECTED', documentType: 'RESIDENCE_PERMIT' }),
    'status and type, none': find({ status: 'AUTO_APPROVED', documentType: 'VISA' }),
    'status and country, rare': find({ status: 'AUTO_APPROVED', country: 'XOM' }),
    'status, type and country, rare': find({ status: 'MANUAL_REJECTED', documentType: 'PASSPORT', country: 'UTO' }),
    'a day': find({ createdFrom: ago(60), createdBefore: ago(59) }),
    'a day, status rare': find({ status: 'MANUAL_REJECTED', createdFrom: ago(60), createdBefore: ago(59) }),
    'a month, country none': find({ country: 'XXX', createdFrom: ago(60), createdBefore: ago(30) }),
    'came so far, common': find({ reached: 'front' }),
    'came so far, none': find({ reached: 'back' }),
    'decided by rules': find({ decided: { by: 'rules' } }),
    'decided by a reviewer': find({ decided: { by: 'reviewer' } }),
    'decided by a reviewer, slowly, none': find({ decided: { by: 'reviewer', from: ago(30), overMinutes: 60 } }),
    'one reviewer': find({ reviewer: 'ada' }),
    'start of the id': find({ idStart: 'a1b2' }),
    reference: find({ externalId: 'order 9' }),
    'tenant, second': find({ tenants: [SECOND_TENANT] }),
    'tenant, small': find({ tenants: [SMALL_TENANT] }),
    'tenant, none': find({ tenants: ['nobody'] }),
    'tenant and status, rare': find({ tenants: [SECOND_TENANT], status: 'MANUAL_REJECTED' }),
    'tenant and status, none': find({ tenants: [SECOND_TENANT], status: 'PENDING' }),
    'two tenants': find({ tenants: [SECOND_TENANT, SMALL_TENANT] }),
    'two tenants and type, rare': find({ tenants: [SECOND_TENANT, SMALL_TENANT], documentType: 'RESIDENCE_PERMIT' }),
  }
}

const STRANGER = { sessionId: 'none', tenant: TENANT, mode: 'live' as const }

const repeated = (value: number) => Array.from({ length: REPEATS }, () => value)
