import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The current time, machine and code of a measurement. */
export function provenance(code: readonly string[]): { date: string; machine: string; version: string } {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }
  const commit = lastChange(code)
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${os.cpus().length} ${os.arch()} cores, load ${(os.loadavg()[0] ?? 0).toFixed(0)}`,
    version: commit ? `${version} at ${commit}` : version,
  }
}

/** Whether the code measured by a version has changed since then; undefined without a git history. */
export function isOlder(version: string, code: readonly string[]): boolean | undefined {
  const [, commit] = /at ([0-9a-f]{7,})/.exec(version) ?? []
  if (!commit) return undefined
  const changes = git('log', '--oneline', `${commit}..HEAD`, '--', ...code)
  return changes === undefined ? undefined : changes !== ''
}

/** The last commit that changed it; with a plus if there are uncommitted changes. */
function lastChange(code: readonly string[]): string | undefined {
  const commit = git('log', '-1', '--format=%h', '--', ...code)
  return commit && (git('status', '--porcelain', '--', ...code) ? `${commit}+` : commit)
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
