// Lays out the package of the service in .cache/package: the build, the models, and their documentation.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../prepare.mjs'

export const stage = join(root, '.cache', 'package')

const COPIED = ['dist', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'SECURITY.md']

export function stagePackage(folder = stage) {
  rmSync(folder, { recursive: true, force: true })
  const copy = (from, to = from) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    cpSync(join(root, from), join(folder, to), { recursive: true })
  }
  for (const name of COPIED) copy(name)
  const sums = modelFiles().map(({ path, sha256 }) => {
    copy(path)
    const found = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    if (found !== sha256) throw new Error(`${path} has the SHA-256 ${found}; models.json names ${sha256}`)
    return `${sha256}  ${path}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  copy('tools/release/limen.mjs', 'bin/limen.mjs')
  copy('tools/release/README.md', 'README.md')
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`)
}

/** The files of the repository that users of the package need. */
function description() {
  const { name, version, description, license, type, dependencies } = readJson('package.json')
  const cli = 'node --disable-warning=ExperimentalWarning dist/server/cli.js'
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=24.7' },
    bin: { limen: 'bin/limen.mjs' },
    scripts: { start: `${cli} serve`, cli },
    dependencies,
  }
}

function modelFiles() {
  const { models, samples } = readJson('src/vision/nets/models.json')
  const files = [...Object.values(models).flatMap(({ files }) => Object.values(files)), ...Object.values(samples)]
  const places = files.map(({ own, path, sha256 }) => ({ path: own ? path : `.models/${path}`, sha256 }))
  return [...new Map(places.map((each) => [each.path, each])).values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
