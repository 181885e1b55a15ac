import { parentPort } from 'node:worker_threads'
import { drawDemonstration } from './demonstration.ts'

/** Draws in a thread of its own: it takes a second or two, in which the service must answer others. */
parentPort?.postMessage(await drawDemonstration())
