import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SYSTEM = '/usr/lib/postgresql'

/**
 * A PostgreSQL with pgvector: one that the machine has, or its PostgreSQL with the source in PGVECTOR_SOURCE, which is
 * compiled for it. Otherwise what is missing.
 */
export function findPgvector(): { installed: string } | { missing: string } {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).toSorted().toReversed() : []
  for (const version of versions)
    if (existsSync(`/usr/share/postgresql/${version}/extension/vector.control`))
      return { installed: join(SYSTEM, version) }
  const source = process.env.PGVECTOR_SOURCE
  if (!source) return { missing: 'no PostgreSQL here has pgvector, and PGVECTOR_SOURCE does not name its source' }
  const version = versions.find((each) => existsSync(`/usr/include/postgresql/${each}/server/postgres.h`))
  if (!version) return { missing: `no PostgreSQL in ${SYSTEM} has its headers` }
  return { installed: compile(source, version) }
}

/** Below a copy of the server's folders, which finds its own files by where it lies. */
function compile(source: string, version: string): string {
  const root = mkdtempSync(join(tmpdir(), 'limen-pgvector-'))
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  for (const folder of [`lib/postgresql/${version}`, `share/postgresql/${version}`]) {
    const copy = join(root, 'usr', folder)
    mkdirSync(copy, { recursive: true })
    cpSync(join('/usr', folder), copy, {
      recursive: true,
      dereference: true,
      filter: (path) => !path.includes('bitcode'),
    })
  }
  const build = join(root, 'source')
  cpSync(source, build, { recursive: true })
  const made = spawnSync(
    'make',
    [
      'install',
      `DESTDIR=${root}`,
      `PG_CONFIG=/usr/lib/postgresql/${version}/bin/pg_config`,
      'OPTFLAGS=',
      'with_llvm=no',
    ],
    { cwd: build, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`pgvector was not compiled: ${made.error?.message ?? made.stderr}`)
  spawnSync('chmod', ['-R', 'a+rX', root])
  return join(root, 'usr/lib/postgresql', version)
}
