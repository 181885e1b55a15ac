import { percent, type Table, thousands } from '../../measure/table.ts'

/** One query, repeated many times. */
export interface Timed {
  database: string
  /** The number of sessions, if that differs within the set. */
  sessions?: number
  what: string
  medianMs: number
  slowestMs: number
  /** Only of the querying process. */
  cpuMs: number
}

export interface QuestionsFigures {
  sessions: number
  questions: Timed[]
}

/** By database and number of sessions: the maximum time of a query, by its median and by its slowest run. */
export function questionsInAll({ sessions: most, questions }: QuestionsFigures): Table {
  const places = Map.groupBy(questions, ({ database, sessions = most }) => `${database} ${sessions}`)
  return {
    title: 'Time of the queries, in ms',
    head: ['database, sessions', 'queries', 'largest median', 'slowest of all', `queries with a run over ${LATE_MS}`],
    rows: [...places].map(([place, times]) => [
      placeName(place),
      times.length,
      Math.max(...times.map(({ medianMs }) => medianMs)),
      Math.max(...times.map(({ slowestMs }) => slowestMs)),
      times.filter(({ slowestMs }) => slowestMs > LATE_MS).length,
    ]),
  }
}

/** The limit for the slowest run of a query, in ms. */
const LATE_MS = 100

/** The databases and numbers of sessions side by side: the median and the slowest. */
export function questionsBySize({ sessions: most, questions }: QuestionsFigures): Table {
  const sizeOf = ({ sessions = most }: Timed) => sessions
  const places = [...new Set(questions.map((each) => `${each.database} ${sizeOf(each)}`))]
  const cell = (times: readonly Timed[], place: string): (string | number)[] => {
    const found = times.find((each) => `${each.database} ${sizeOf(each)}` === place)
    return found ? [found.medianMs, found.slowestMs] : ['–', '–']
  }
  return {
    title: 'Time of each query, median and slowest, in ms',
    head: ['question', ...places.flatMap((place) => [placeName(place), 'slowest'])],
    rows: [...Map.groupBy(questions, ({ what }) => what)].map(([what, times]) => [
      what,
      ...places.flatMap((place) => cell(times, place)),
    ]),
  }
}

function placeName(place: string): string {
  const [database = '', sessions] = place.split(' ')
  return `${databaseName(database)}, ${thousands(Number(sessions))}`
}

export interface FaceIndexRow {
  faces: number
  searches: number
  medianMs: number
  p95Ms: number
  /** Of the searching process. */
  cpuMs: { p50: number; p95: number }
  /** The share of existing faces that are among those compared exactly. */
  recall: number
  candidates: number
  /** Decrypting and comparing a hundred of them. */
  openMs: number
  /** Removing one; absent in figures from before it was measured. */
  removeCpuMs?: number
  megabytes: number
  fillSeconds: number
}

export interface FaceIndexFigures {
  people: number
  rows: FaceIndexRow[]
}

export const facesIndexed = ({ rows }: FaceIndexFigures): Table => ({
  title: 'The duplicate check among very many drawn faces',
  head: [
    'faces',
    'searches',
    'median ms',
    'p95',
    'CPU-ms',
    'p95',
    'found',
    'CPU-ms to compare 100 exactly',
    'CPU-ms to remove one',
    'MB',
  ],
  rows: rows.map((row) => [
    thousands(row.faces),
    row.searches,
    row.medianMs.toFixed(1),
    row.p95Ms.toFixed(1),
    row.cpuMs.p50.toFixed(1),
    row.cpuMs.p95.toFixed(1),
    percent(row.recall),
    row.openMs.toFixed(1),
    row.removeCpuMs?.toFixed(3) ?? '–',
    Math.round(row.megabytes),
  ]),
})

export interface FaceScaleRow {
  faces: number
  medianMs: number
  p95Ms: number
  cpuMs: number
  recall: number
  removeCpuMs: number
  megabytes: number
  /** Of the whole process. */
  residentMegabytes: number
  fillSeconds: number
}

export interface FaceScaleFigures {
  rows: FaceScaleRow[]
}

export const facesScaled = ({ rows }: FaceScaleFigures): Table => ({
  title: 'One tenant with very many faces of random signs',
  head: ['faces', 'median ms', 'p95', 'CPU-ms', 'found', 'CPU-ms to remove one', 'MB', 'MB resident', 's to fill'],
  rows: rows.map((row) => [
    thousands(row.faces),
    row.medianMs.toFixed(1),
    row.p95Ms.toFixed(1),
    row.cpuMs.toFixed(1),
    percent(row.recall),
    row.removeCpuMs.toFixed(3),
    Math.round(row.megabytes),
    Math.round(row.residentMegabytes),
    Math.round(row.fillSeconds),
  ]),
})

export interface AuditChainFigures {
  rows: {
    database: string
    entries: number
    /** Added to the chain by one node. */
    aSecond: number
    /** Of the node, for one entry. */
    cpuMicros: number
  }[]
}

export const chainExtended = ({ rows }: AuditChainFigures): Table => ({
  title: 'One node extends the chain of the audit log',
  head: ['database', 'entries', 'entries a second', 'CPU-µs of the node an entry'],
  rows: rows.map((row) => [
    databaseName(row.database),
    thousands(row.entries),
    thousands(Math.round(row.aSecond)),
    Math.round(row.cpuMicros),
  ]),
})

export interface FaceVectorRow {
  faces: number
  /** How PostgreSQL finds the nearest. */
  search: string
  searches: number
  medianMs: number
  p95Ms: number
  recall: number
  /** Of the table and its indexes, for one face. */
  bytes: number
  /** To build the index. */
  buildSeconds?: number
}

export interface FaceVectorFigures {
  people: number
  version: string
  rows: FaceVectorRow[]
}

export const facesInDatabase = ({ rows }: FaceVectorFigures): Table => ({
  title: 'Faces of one tenant in PostgreSQL',
  head: ['faces', 'search', 'searches', 'median ms', 'p95', 'found', 'bytes a face', 's to build'],
  rows: rows.map((row) => [
    thousands(row.faces),
    row.search,
    row.searches,
    row.medianMs.toFixed(1),
    row.p95Ms.toFixed(1),
    percent(row.recall),
    Math.round(row.bytes),
    row.buildSeconds === undefined ? '–' : Math.round(row.buildSeconds),
  ]),
})

export interface FaceLoadRow {
  database: string
  faces: number
  /** What is read: whole faces, as before there were signs, signs made for the first time, signs, or a snapshot. */
  what: string
  /** Of all threads of the process, for one face. */
  cpuMicros: number
  seconds: number
  /** The longest time in which the answering thread answered nobody. */
  stallMs: number
}

export interface FaceLoadFigures {
  rows: FaceLoadRow[]
}

export const facesLoaded = ({ rows }: FaceLoadFigures): Table => ({
  title: 'Loading the faces after a start',
  head: ['database', 'faces', 'read', 'CPU-µs a face', 's', 'longest pause of the service, ms'],
  rows: rows.map((row) => [
    databaseName(row.database),
    thousands(row.faces),
    row.what,
    row.cpuMicros.toFixed(1),
    row.seconds.toFixed(1),
    Math.round(row.stallMs),
  ]),
})

/** The databases side by side. */
export function questionsCompared({ questions }: QuestionsFigures): Table {
  const asked = Map.groupBy(questions, ({ what }) => what)
  const cell = (times: readonly Timed[], database: string, what: 'medianMs' | 'slowestMs' | 'cpuMs') =>
    times.find((each) => each.database === database)?.[what] ?? '–'
  return {
    title: 'Time of each query of the console',
    head: ['question', 'SQLite ms', 'slowest', 'own CPU', 'PostgreSQL ms', 'slowest'],
    rows: [...asked].map(([what, times]) => [
      what,
      cell(times, 'sqlite', 'medianMs'),
      cell(times, 'sqlite', 'slowestMs'),
      cell(times, 'sqlite', 'cpuMs'),
      cell(times, 'postgres', 'medianMs'),
      cell(times, 'postgres', 'slowestMs'),
    ]),
  }
}

export interface KillFigures {
  rows: {
    storage: string
    nodes: number
    kills: number
    sessions: number
    pictures: number
    lost: number
    unreadable: number
    stuck: number
    webhooksLost: number
    /** Sessions read back right after a kill, over all kills; absent if that was not done. */
    readBack?: number
    /** Sessions deleted on request; absent if there were none. */
    forgotten?: number
    /** Their rows, keys and pictures that still exist. */
    leftOver?: number
  }[]
}

export interface UpgradeFigures {
  /** Duration with both versions. */
  seconds: number
  rows: {
    from: string
    database: string
    sessions: number
    /** Enrolled during the upgrade. */
    during: number
    /** Time until the first node of this version was ready. */
    readyS: number
    oldNode: string
    lost: number
    stuck: number
    /** With another answer than before, or another picture. */
    changed: number
    /** Tenants, accounts, credentials, policies, lists, keys. */
    others: number
    otherLost: number
    webhooksLost: number
    webhooksDoubled: number
    /** The earlier version does not start on the database of this one. */
    refused: boolean
    refusal?: string
  }[]
}

export const upgradesMade = ({ rows }: UpgradeFigures): Table => ({
  title: 'Upgrades with data, while people enrol',
  head: [
    'from',
    'database',
    'sessions before',
    'enrolled meanwhile',
    's until ready',
    'old node',
    'lost',
    'stuck',
    'changed',
    'other data lost',
    'webhooks lost',
    'doubled',
    'downgrade',
  ],
  rows: rows.map((row) => [
    row.from,
    row.database,
    thousands(row.sessions),
    thousands(row.during),
    row.readyS,
    row.oldNode,
    row.lost,
    row.stuck,
    row.changed,
    `${row.otherLost} of ${row.others}`,
    row.webhooksLost,
    row.webhooksDoubled,
    row.refused ? 'refused' : 'starts',
  ]),
})

export const killsSurvived = ({ rows }: KillFigures): Table => ({
  title: 'Everything acknowledged, after kills',
  head: [
    'storage',
    'nodes',
    'kills',
    'sessions',
    'pictures',
    'read back after a kill',
    'lost',
    'unreadable',
    'stuck',
    'webhooks lost',
    'deleted',
    'left over',
  ],
  rows: rows.map((row) => [
    row.storage,
    row.nodes,
    row.kills,
    thousands(row.sessions),
    thousands(row.pictures),
    row.readBack === undefined ? '–' : thousands(row.readBack),
    row.lost,
    row.unreadable,
    row.stuck,
    row.webhooksLost,
    row.forgotten === undefined ? '–' : thousands(row.forgotten),
    row.leftOver ?? '–',
  ]),
})

export interface BackupFigures {
  rows: {
    storage: string
    rounds: number
    sessions: number
    /** Sessions that were checked after a restore. */
    restored: number
    /** Of those erased after the backup, how many were left out. */
    leftOut: number
    lost: number
    changed: number
    resurrected: number
  }[]
}

export const backupsRestored = ({ rows }: BackupFigures): Table => ({
  title: 'Backups taken under load, and restored elsewhere',
  head: [
    'storage',
    'rounds',
    'sessions',
    'compared',
    'lost',
    'pictures changed',
    'erased since, left out',
    'resurrected',
  ],
  rows: rows.map((row) => [
    row.storage,
    row.rounds,
    thousands(row.sessions),
    thousands(row.restored),
    row.lost,
    row.changed,
    row.leftOut,
    row.resurrected,
  ]),
})

export interface RaceFigures {
  rows: { database: string; rounds: number; impossibleEndStates: number }[]
}

export const racesRun = ({ rows }: RaceFigures): Table => ({
  title: 'Pictures, complete, deletion and expiry on one session at once',
  head: ['database', 'rounds', 'impossible end states'],
  rows: rows.map(({ database, rounds, impossibleEndStates }) => [databaseName(database), rounds, impossibleEndStates]),
})

/** Null if it was not recorded. */
interface Spent {
  wallS: number | null
  cpuS: number | null
}

export interface DecideFigures {
  sessions: number
  complete: Spent
  replay: Spent
}

export const decisionsMade = ({ sessions, complete, replay }: DecideFigures): Table => ({
  title: 'Deciding on stored evidence',
  head: ['what', 'sessions', 'wall s', 'CPU-ms each'],
  rows: Object.entries({ complete, replay }).map(([what, { wallS, cpuS }]) => [
    what,
    thousands(sessions),
    wallS?.toFixed(1) ?? '–',
    cpuS === null ? '–' : ((1000 * cpuS) / sessions).toFixed(2),
  ]),
})

const NAMES: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const databaseName = (database: string) => NAMES[database] ?? database
