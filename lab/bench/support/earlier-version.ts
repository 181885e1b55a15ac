import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../src/platform/resources.ts'

const run = promisify(execFile)
const FLAGS = ['--disable-warning=ExperimentalWarning']

/** The commit of each release; not every clone has the tags. */
export const EARLIER: Record<string, string> = { '0.1.0': '3bdc73e5', '0.2.0': '47462c22', '1.0.0': 'b1895a15' }
export const LAST_RELEASE = '0.2.0'

/** The sources of a version of the service in a folder. */
export interface Version {
  folder: string
  /** Its command line; returns the output, or undefined if this version does not have the command. */
  command(args: string[], environment: NodeJS.ProcessEnv): Promise<string | undefined>
  /** A node of it with the engine of the benches, once it listens. */
  start(port: number, environment: NodeJS.ProcessEnv): Promise<ChildProcess>
}

/** The sources of a commit in a folder, with the packages that it names; the models are those of this version. */
export async function checkOut(commit: string, folder: string): Promise<Version> {
  await mkdir(folder, { recursive: true })
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: ROOT })
  if (!existsSync(join(folder, 'package.json'))) throw new Error(`git knows no commit ${commit} here`)
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  await symlink(join(ROOT, '.models'), join(folder, '.models'))
  return versionIn(folder)
}

export function versionIn(folder: string): Version {
  const node = ['lab/bench/support/node.ts', 'bench/support/node.ts'].map((file) => join(folder, file)).find(existsSync)
  const cli = ['src/apps/cli/cli.ts', 'src/cli/cli.ts'].map((file) => join(folder, file)).find(existsSync)
  if (!node || !cli) throw new Error(`there is no node for benches, or no command line, in ${folder}`)
  return {
    folder,
    async command(args, environment) {
      try {
        const { stdout } = await run(process.execPath, [...FLAGS, cli, ...args], {
          env: environment,
        })
        return stdout.trim()
      } catch (error) {
        if ((error as { code?: unknown }).code === 2) return undefined
        throw error
      }
    },
    async start(port, environment) {
      const child = spawn(process.execPath, [...FLAGS, node], {
        env: { ...environment, PORT: String(port), HOST: '127.0.0.1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk
      })
      const ended = once(child, 'exit').then(([code]) => Promise.reject(new DidNotStart(Number(code), said)))
      ended.catch(() => undefined)
      await Promise.race([once(child.stdout, 'data'), ended])
      child.stdout.resume()
      return child
    },
  }
}

export class DidNotStart extends Error {
  readonly code: number
  constructor(code: number, said: string) {
    super(said.trim())
    this.code = code
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
