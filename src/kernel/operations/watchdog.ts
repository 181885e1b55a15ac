import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { programOf } from '../../platform/resources.ts'
import { BEAT_MS, HEADER, type WatchdogOrders } from './watchdog-thread.ts'

export interface Watchdog {
  /** Before the routes are registered. */
  follow(app: Pick<FastifyInstance, 'addHook'>): void
  /** Once all routes are registered. */
  start(): void
  stop(): Promise<void>
}

/** Requests to further routes count as unknown. */
const MOST_ROUTES = 1_024

/**
 * A thread that notices that the event loop has stood still for ten seconds, logs the routes in progress and ends the
 * process, so that its supervisor starts it again: a loop that stands still answers nobody, and no probe that it serves
 * itself says so.
 */
export function openWatchdog({ isSilent }: { isSilent: boolean }): Watchdog {
  const shared = new SharedArrayBuffer((HEADER + MOST_ROUTES) * Int32Array.BYTES_PER_ELEMENT)
  const state = new Int32Array(shared)
  const numbers = new Map([['unknown', 0]])
  const nameOf = (method: unknown, url: string) => `${method} ${url}`
  const numberOf = ({ method, routeOptions }: FastifyRequest) =>
    numbers.get(nameOf(method, routeOptions.url ?? '')) ?? 0
  let beat: NodeJS.Timeout | undefined
  let thread: Worker | undefined
  return {
    follow(app) {
      const open = new WeakSet<FastifyRequest>()
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat())
          if (numbers.size < MOST_ROUTES) numbers.set(nameOf(each, url), numbers.get(nameOf(each, url)) ?? numbers.size)
      })
      const touch = (request: FastifyRequest) => Atomics.store(state, 1, numberOf(request))
      app.addHook('onRequest', (request, _reply, done) => {
        open.add(request)
        Atomics.add(state, HEADER + numberOf(request), 1)
        touch(request)
        done()
      })
      // The body has arrived since.
      app.addHook('preValidation', (request, _reply, done) => {
        touch(request)
        done()
      })
      app.addHook('onResponse', (request, _reply, done) => {
        if (open.delete(request)) Atomics.sub(state, HEADER + numberOf(request), 1)
        done()
      })
    },
    start() {
      if (inspectorUrl()) return // a breakpoint holds the loop too
      beat = setInterval(() => Atomics.add(state, 0, 1), BEAT_MS).unref()
      const orders: WatchdogOrders = { shared, routes: [...numbers.keys()], isSilent }
      const started = new Worker(programOf('src/kernel/operations/watchdog-thread.ts'), {
        workerData: orders,
        resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
      })
      started.on('error', (error) => process.emitWarning(error as Error))
      started.unref()
      thread = started
    },
    async stop() {
      clearInterval(beat)
      await thread?.terminate()
    },
  }
}
