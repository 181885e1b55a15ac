import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '../../../src/platform/resources.ts'
import type { Version } from './earlier-version.ts'
import { freePort } from './free-port.ts'

interface Cluster {
  /** The address of any node, a different one each time, like a load balancer. */
  any(): string
  /** Of every node's process. */
  pids(): number[]
  /** Of every node. */
  addresses: readonly string[]
  /** Kills a node with SIGKILL and starts it again. */
  killOne(): Promise<void>
  /** Stops one node after the other with SIGTERM and starts it again in this version; the next when it is ready. */
  restartEach(): Promise<void>
  /** The number of nodes that ended without being killed. */
  crashes(): number
  stop(): Promise<void>
}

/**
 * Nodes of the service on the same storage, each a separate process; initially of an earlier version if one is given.
 */
export async function startCluster(count: number, given: NodeJS.ProcessEnv, earlier?: Version): Promise<Cluster> {
  await bundled()
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  // One address for all of them: it is the issuer of the tokens, and nodes refuse tokens of other issuers.
  const environment = { BASE_URL: `http://127.0.0.1:${ports[0]}`, ...given }
  const nodes = await Promise.all(ports.map((port) => (earlier?.start ?? start)(port, environment)))
  const pick = () => Math.floor(Math.random() * count)
  let crashed = 0
  return {
    crashes: () => crashed,
    pids: () => nodes.flatMap(({ pid }) => pid ?? []),
    any: () => `http://127.0.0.1:${ports[pick()]}`,
    async killOne() {
      const at = pick()
      const [node, port] = [nodes[at], ports[at]]
      if (!node || !port) throw new Error('no such node')
      if (node.exitCode === null) {
        const ended = once(node, 'exit')
        node.kill('SIGKILL')
        await ended
      } else crashed += 1
      nodes[at] = await start(port, environment)
    },
    addresses: ports.map((port) => `http://127.0.0.1:${port}`),
    async restartEach() {
      for (const [at, port] of ports.entries()) {
        const node = nodes[at] as ChildProcess
        const ended = once(node, 'exit')
        node.kill('SIGTERM')
        await ended
        nodes[at] = await start(port, environment)
        while (!(await isReady(port))) await wait(100)
      }
    },
    async stop() {
      const ends = nodes.map((node) => once(node, 'exit'))
      for (const node of nodes) node.kill('SIGTERM')
      await Promise.all(ends)
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

/**
 * Nodes start repeatedly, so their code is bundled and compiled once. A bundle of the service is in dist, near the
 * files that it reads.
 */
const BUNDLE = join(ROOT, 'dist', 'bench')
let bundling: Promise<void> | undefined
const bundled = () => {
  bundling ??= bundleNode()
  return bundling
}

async function bundleNode(): Promise<void> {
  const { bundle } = (await import(new URL('../../../tools/server.mjs', import.meta.url).href)) as {
    bundle(programs: string[], folder: string): Promise<void>
  }
  await bundle(['lab/bench/support/node.ts'], BUNDLE)
}
const COMPILED = join(tmpdir(), 'limen-bench-compiled')

/** Nodes share a folder only because the master key lies in it, unless they are given one. */
const ownFolder = ({ MASTER_KEY, DATA_DIR }: NodeJS.ProcessEnv, port: number) =>
  MASTER_KEY && DATA_DIR ? { DATA_DIR: join(DATA_DIR, String(port)) } : {}

async function start(port: number, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const node = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(BUNDLE, 'node.js')], {
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...environment,
      ...ownFolder(environment, port),
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const failed = once(node, 'exit').then(() => Promise.reject(new Error('a node did not start')))
  await Promise.race([once(node.stdout, 'data'), failed])
  return node
}
