// Lays out the package of the service in .cache/package: the program as JavaScript (Node strips no types inside
// node_modules), the pages as built, the models and the documentation.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { root, run } from '../prepare.mjs'

export const stage = join(root, '.cache', 'package')

/** Pages have been built into dist; these folders are their source. */
const PAGES = ['web', 'console', 'demo', 'ui']
const COPIED = ['dist', 'models', 'docs', 'openapi.json', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'SECURITY.md']
const GUIDES = ['packages/client/README.md', 'packages/embed/README.md', 'deploy/README.md']

export async function stagePackage() {
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tools/release/tsconfig.json'])
  for (const file of filesOf(join(stage, 'src'))) writeFileSync(file, installed(readFileSync(file, 'utf8')))
  for (const file of filesOf(join(root, 'src'))) if (isData(relative(join(root, 'src'), file))) copy(file)
  for (const name of [...COPIED, ...GUIDES]) for (const file of filesOf(join(root, name))) copy(file)
  const sums = modelFiles().map(({ path, sha256 }) => {
    copy(join(root, path))
    const found = createHash('sha256')
      .update(readFileSync(join(stage, path)))
      .digest('hex')
    if (found !== sha256) throw new Error(`${path} has the SHA-256 ${found}; models.json names ${sha256}`)
    return `${sha256}  ${path}\n`
  })
  writeFileSync(join(stage, 'SHA256SUMS'), sums.join(''))
  mkdirSync(join(stage, 'bin'))
  cpSync(join(root, 'tools/release/limen.mjs'), join(stage, 'bin/limen.mjs'))
  cpSync(join(root, 'tools/release/README.md'), join(stage, 'README.md'))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`)
}

/** Of what is in the repository, what whoever installs it needs to know. */
function description() {
  const { name, version, description, license, type, dependencies } = readJson('package.json')
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=24.7' },
    bin: { limen: 'bin/limen.mjs' },
    dependencies,
  }
}

/** The programs that the service starts end in .js here, and its commands are given otherwise. */
function installed(text) {
  return text
    .replace(/(new URL\('[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2')
    .replaceAll('npm run cli -- ', 'npx limen ')
    .replaceAll('npm run cli --', 'npx limen')
}

function isData(path) {
  return !PAGES.includes(path.split(/[\\/]/)[0] ?? '') && !['.ts', '.tsx'].includes(extname(path))
}

function modelFiles() {
  const { models, samples } = readJson('src/engine/nets/models.json')
  const files = [...Object.values(models).flatMap(({ files }) => Object.values(files)), ...Object.values(samples)]
  const places = files.map(({ own, path, sha256 }) => ({ path: own ? path : `.models/${path}`, sha256 }))
  return [...new Map(places.map((each) => [each.path, each])).values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function filesOf(place) {
  const entries = readdirSync(dirname(place), { withFileTypes: true }).filter(({ name }) => name === basename(place))
  if (!entries[0]?.isDirectory()) return [place]
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesOf(join(place, name)))
}

function copy(file) {
  const to = join(stage, relative(root, file))
  mkdirSync(dirname(to), { recursive: true })
  cpSync(file, to)
}

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
