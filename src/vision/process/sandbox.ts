import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { FETCHED_NETS, OWN_NETS, PROGRAM_FOLDERS, programOf, ROOT } from '../../platform/resources.ts'
import type { EngineSettings } from '../settings.ts'
import { ENGINE_ALLOCATOR, ENGINE_FLAGS } from './engine-flags.ts'
import type { TrialReport } from './sandbox-trial.ts'

/** The isolation of a process that decodes untrusted pictures. Each barrier is independent of the others. */
export interface Sandbox {
  /** JavaScript can only read the program, its packages and the models, and cannot start processes. Always on. */
  files: true
  /** An empty network namespace of Linux. */
  network: boolean
  /** Runs as another user than the service, if the service runs as root. */
  user: boolean
  /** The system gives it no more memory than this number of bytes. */
  memory: number | undefined
  /** The system ends it when the service ends, even in the middle of native code that never returns. */
  endsWithParent: boolean
}

/**
 * The limit of private writable memory, most of it never touched: an idle worker has 0.8 GB of it, and 50 megapixels
 * raise it to 1.3 GB. Beyond the limit the system refuses and the worker ends.
 */
const MEMORY_BYTES = 4_000_000_000

/** Arguments of setpriv, which Linux distributions have next to unshare. */
const END_WITH_PARENT = ['--pdeathsig', 'KILL', '--']

/** The user `nobody`, present on every Linux. */
const NOBODY = 65_534

/** Packages are in the folder itself, or next to and above it if it is itself installed as a package. */
const PACKAGES = createRequire(import.meta.url).resolve.paths('any') ?? []
const READABLE = [
  ...PROGRAM_FOLDERS,
  OWN_NETS,
  path.join(ROOT, 'package.json'),
  ...PACKAGES.filter((folder) => existsSync(folder) && !PROGRAM_FOLDERS.some((own) => folder.startsWith(own))),
]

/**
 * Starts one of our programs in the sandbox with a minimal environment, without keys or passwords. Only its exit
 * matters: an error of its process or its pipes does not end any other process.
 */
export function forkSandboxed(program: string, sandbox: Sandbox, readable: string[]): ChildProcess {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  const node = [process.execPath, ...ENGINE_FLAGS, ...permissionsOf(readable)]
  const [execPath, ...execArgv] = [...barriersOf(sandbox), ...node] as [string]
  const child = fork(program, [], {
    serialization: 'advanced',
    execPath,
    execArgv,
    env: { PATH, HOME, TMPDIR, SystemRoot, UV_THREADPOOL_SIZE: '2', ORT_DISABLE_TELEMETRY: '1', ...ENGINE_ALLOCATOR },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'], // the last one is PICTURE_PIPE
    ...identityOf(sandbox),
  })
  child.on('error', () => {})
  for (const pipe of child.stdio ?? []) pipe?.on('error', () => {})
  return child
}

/** What a worker with these settings needs to read. */
export function readableFor({ modelsFolder = FETCHED_NETS, modelsFile }: EngineSettings): string[] {
  return [...READABLE, path.resolve(modelsFolder), ...(modelsFile ? [path.dirname(path.resolve(modelsFile))] : [])]
}

/** The strongest sandbox that this machine supports, found by trying in a few milliseconds. */
export function findSandbox(readable: string[]): Sandbox {
  const open: Sandbox = { files: true, network: false, user: false, memory: undefined, endsWithParent: false }
  if (process.platform !== 'linux') return open
  const candidates = [
    { user: true, network: true },
    { user: true, network: false },
    { user: false, network: true },
    { user: false, network: false },
  ]
  const endsWithParent =
    spawnSync('setpriv', [...END_WITH_PARENT, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0
  const granted = candidates
    .filter(({ user }) => !user || process.getuid?.() === 0)
    .map((walls) => ({ ...open, ...walls, endsWithParent, memory: MEMORY_BYTES }))
    .find((sandbox) => holds(sandbox, readable))
  // Without a shell to set it, there is not even a memory limit.
  return granted ?? open
}

/** Whether a process in the sandbox could start and read what it needs. */
function holds(sandbox: Sandbox, readable: string[]): boolean {
  const files = [process.execPath, fileURLToPath(import.meta.url), ...readable]
  const [command, ...args] = [...barriersOf(sandbox), 'sh', '-c', CAN_READ, 'sh', ...files] as [string]
  const { status } = spawnSync(command, args, { stdio: 'ignore', timeout: 5_000, ...identityOf(sandbox) })
  return status === 0
}

/** A folder must be searchable, a file must be readable. */
const CAN_READ = 'for each; do [ -r "$each" ] || exit 1; [ ! -d "$each" ] || [ -x "$each" ] || exit 1; done'

/** The command that runs before the program and is replaced by it: limits first, then the namespace. */
function barriersOf({ network, memory, endsWithParent }: Sandbox): string[] {
  // No core dumps, which would contain a picture; sizes in kilobytes, as the shell expects.
  const limits =
    memory === undefined ? [] : ['sh', '-c', `ulimit -c 0; ulimit -d ${Math.floor(memory / 1024)}; exec "$@"`, 'sh']
  // Last: the signal is forgotten when a process changes its namespace.
  const tie = endsWithParent ? ['setpriv', ...END_WITH_PARENT] : []
  return [...limits, ...(network ? ['unshare', '--user', '--net', '--'] : []), ...tie]
}

function permissionsOf(readable: string[]): string[] {
  return [
    '--permission',
    // The decoders and the runtime of the nets are native; the other barriers still apply to them.
    '--allow-addons',
    '--disable-warning=PERM0001',
    ...readable.map((each) => `--allow-fs-read=${each}`),
  ]
}

const identityOf = ({ user }: Sandbox) => (user ? { uid: NOBODY, gid: NOBODY } : {})

const TRIAL_PROGRAM = programOf('src/vision/process/sandbox-trial.ts')

/** Starts a process in the sandbox that tries to break out, and reports what succeeded. */
export async function trySandbox(sandbox: Sandbox, readable: string[], secret: string): Promise<TrialReport> {
  const server = createServer((socket) => socket.on('error', () => {}).end()).listen(0, '127.0.0.1')
  server.on('error', () => {}) // a server that cannot listen is reported below
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const trial = forkSandboxed(TRIAL_PROGRAM, sandbox, readable)
  try {
    trial.send({ secret, port })
    const [report] = (await once(trial, 'message')) as [TrialReport]
    return report
  } finally {
    trial.kill('SIGKILL')
    server.close()
  }
}
