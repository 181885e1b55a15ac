import { type Table, thousands } from '../../measure/table.ts'

/** Sessions by the number of workers, with a crowd of one tenant and one person at a time of another. */
export interface WorkersFigures {
  seconds: number
  rows: {
    workers: number
    /** Of the crowd. */
    people: number
    anHour: number
    refused: number
    /** The number of cores that the service and its workers kept busy. */
    cores: number
    crowd: Pictures
    single: Pictures
  }[]
}

interface Pictures {
  sessions: number
  p50Ms: number
  p95Ms: number
}

export const sessionsByWorkers = ({ rows }: WorkersFigures): Table => ({
  title: 'Sessions an hour: a passport and a selfie each',
  head: [
    'workers',
    'sessions an hour',
    'refused',
    'cores busy',
    'crowd',
    'crowd: picture p50 ms',
    'p95',
    'single person: picture p50 ms',
    'p95',
  ],
  rows: rows.map(({ workers, anHour, refused, cores, people, crowd, single }) => [
    workers,
    thousands(anHour),
    refused,
    cores,
    people,
    thousands(crowd.p50Ms),
    thousands(crowd.p95Ms),
    thousands(single.p50Ms),
    thousands(single.p95Ms),
  ]),
})

/** An increasing number of people on several nodes whose engine takes no time. */
export interface NodesFigures {
  seconds: number
  nodes: number
  limitMs: number
  rows: {
    people: number
    aSecond: number
    refused: number
    p50Ms: number
    p95Ms: number
    /** The number of cores that each part kept busy. */
    cores: { nodes: number; database: number; objects: number; senders: number }
  }[]
}

export const sessionsByPeople = ({ nodes, rows }: NodesFigures): Table => ({
  title: `Sessions a second on ${nodes} nodes whose engine takes no time`,
  head: [
    'people at once',
    'sessions a second',
    'refused',
    'a call: p50 ms',
    'p95',
    'cores: nodes',
    'PostgreSQL',
    'S3 server',
    'those who send',
  ],
  rows: rows.map(({ people, aSecond, refused, p50Ms, p95Ms, cores }) => [
    people,
    aSecond,
    refused,
    p50Ms,
    p95Ms,
    cores.nodes,
    cores.database,
    cores.objects,
    cores.senders,
  ]),
})
