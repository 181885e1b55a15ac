// The provenance of a release, as an in-toto statement with SLSA provenance: commit, lock file, Node and npm. It is not
// signed: sign it, or SHA256SUMS, with a key that your users know.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

export function provenance(files) {
  const sha256 = (name) =>
    createHash('sha256')
      .update(readFileSync(join(root, name)))
      .digest('hex')
  const revision = commit()
  const changed = revision && ask('git', ['status', '--porcelain', '--untracked-files=no'])
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run release',
        externalParameters: { system: `${process.platform}-${process.arch}` },
        internalParameters: { node: process.version, npm: ask('npm', ['--version']) },
        resolvedDependencies: [
          {
            name: 'source',
            ...(revision && { digest: { gitCommit: revision } }),
            ...(changed && { annotations: { changed: true } }),
          },
          { name: 'package-lock.json', digest: { sha256: sha256('package-lock.json') } },
          { name: 'src/vision/nets/models.json', digest: { sha256: sha256('src/vision/nets/models.json') } },
        ],
      },
      runDetails: { builder: { id: 'tools/release.mjs' } },
    },
  }
  return `${JSON.stringify(statement, null, 2)}\n`
}

/** Undefined outside a clone. */
export const commit = () => ask('git', ['rev-parse', 'HEAD'])

function ask(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() || undefined : undefined
}
