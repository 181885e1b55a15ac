import { type Table, thousands } from '../../measure/table.ts'

/** Nodes on PostgreSQL and S3 behind a load balancer: the effect of faults, and of more nodes. */
export interface ClusterFigures {
  seconds: number
  faults: {
    fault: string
    sessions: number
    lost: number
    stuck: number
    /** With a wrong decision, or with a picture other than the one sent. */
    wrong: number
    webhooksLost: number
    webhooksDoubled: number
    /** From the fault until the load balancer first excludes a node, and from its end until all are ready. */
    noticedS?: number
    readyS?: number
  }[]
  nodes: {
    nodes: number
    anHour: number
    refused: number
    /** Database work for one session. */
    statements: number
    kilobytes: number
    storedKilobytes: number
  }[]
}

export interface ClusterFacesFigures {
  nodes: number
  faces: number
  rows: {
    search: string
    when: string
    /** Of all nodes together. */
    sessionsAMinute: number
    refused: number
    completeMs: { p50: number; p95: number; slowest: number }
    /** Of the largest node's process. */
    megabytes: number
    /** From the start of a node until it searches all faces, the slowest. */
    readyS?: number
  }[]
}

export const facesOnNodes = ({ rows }: ClusterFacesFigures): Table => ({
  title: 'Three nodes with faces of earlier sessions',
  head: [
    'search',
    'when',
    'sessions a minute',
    'refused',
    '`complete`, median ms',
    'p95',
    'slowest',
    'MB a node',
    's until a node searches',
  ],
  rows: rows.map((row) => [
    row.search,
    row.when,
    thousands(row.sessionsAMinute),
    row.refused,
    Math.round(row.completeMs.p50),
    Math.round(row.completeMs.p95),
    Math.round(row.completeMs.slowest),
    Math.round(row.megabytes),
    row.readyS ?? '–',
  ]),
})

export const faultsPlayed = ({ faults }: ClusterFigures): Table => ({
  title: 'Three nodes, with faults',
  head: [
    'fault',
    'sessions',
    'lost',
    'stuck',
    'wrong',
    'webhooks lost',
    'doubled',
    's until noticed',
    's until ready again',
  ],
  rows: faults.map((row) => [
    row.fault,
    thousands(row.sessions),
    row.lost,
    row.stuck,
    row.wrong,
    row.webhooksLost,
    row.webhooksDoubled,
    row.noticedS ?? '–',
    row.readyS ?? '–',
  ]),
})

export const sessionsByNodes = ({ nodes }: ClusterFigures): Table => ({
  title: 'Sessions by the number of nodes',
  head: [
    'nodes',
    'sessions an hour',
    'ratio to one node',
    'refused',
    'statements a session',
    'kB to and from PostgreSQL',
    'kB stored there',
  ],
  rows: nodes.map((row) => [
    row.nodes,
    thousands(row.anHour),
    (row.anHour / (nodes[0]?.anHour ?? row.anHour)).toFixed(2),
    row.refused,
    row.statements,
    row.kilobytes,
    row.storedKilobytes,
  ]),
})
