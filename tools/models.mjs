/**
 * Fetches the models that src/vision/nets/models.json names, from their npm packages, into .models/.
 * Every file is checked against its SHA-256; correct files are left alone. Node >= 18, no dependencies.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { convert } from './convert/convert.mjs'
import { readTar } from './convert/tar.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Makes sure that every model exists and is intact; `say` gets a line for each thing that takes time. */
export async function fetchModels({ folder = path.join(ROOT, '.models'), say = () => {} } = {}) {
  const { models, samples } = JSON.parse(await readFile(path.join(ROOT, 'src/vision/nets/models.json'), 'utf8'))
  const files = [...Object.values(models).flatMap((entry) => Object.values(entry.files)), ...Object.values(samples)]
  const known = await readStamps(folder)
  const missing = []
  for (const file of files) if (!file.own && !(await present(folder, file, known))) missing.push(file)

  // All at once: npm itself takes longer than most of the downloads.
  const names = [...new Set(missing.map((file) => file.package))]
  const packed = new Map(await Promise.all(names.map(async (name) => [name, await unpack(name, say)])))
  for (const file of missing) {
    const name = file.package
    const members = packed.get(name)
    const bytes = file.converter ? convert(file.converter, members) : take(members, file.member, name)
    await place(folder, file, bytes)
    say(`models: ${file.path} (${(bytes.length / 1e6).toFixed(1)} MB)`)
  }
  await writeStamps(folder, files)
  return { fetched: missing.length, total: files.length }
}

/** Correct by checksum, or unchanged (size and time) since it last was. */
async function present(folder, file, known) {
  const where = path.join(folder, file.path)
  const info = await stat(where).catch(() => undefined)
  if (!info) return false
  const stamp = `${file.sha256} ${info.size} ${info.mtimeMs}`
  if (known[file.path] === stamp) return true
  return sha256(await readFile(where)) === file.sha256
}

async function readStamps(folder) {
  const text = await readFile(path.join(folder, 'checked.json'), 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text)
  } catch {
    return {} // half-written by an interrupted run: everything is checked again
  }
}

async function writeStamps(folder, files) {
  const stamps = {}
  for (const file of files) {
    if (file.own) continue
    const info = await stat(path.join(folder, file.path))
    stamps[file.path] = `${file.sha256} ${info.size} ${info.mtimeMs}`
  }
  await replaceFile(path.join(folder, 'checked.json'), JSON.stringify(stamps, null, 1))
}

async function place(folder, file, bytes) {
  const found = sha256(bytes)
  if (found !== file.sha256) throw new Error(`${file.path}: expected SHA-256 ${file.sha256}, got ${found}`)
  const where = path.join(folder, file.path)
  await mkdir(path.dirname(where), { recursive: true })
  await replaceFile(where, bytes)
}

/** With a rename, so that a reader never sees half a file and two runs at once do no harm. */
async function replaceFile(where, content) {
  await mkdir(path.dirname(where), { recursive: true })
  const draft = `${where}.${process.pid}`
  await writeFile(draft, content)
  await rename(draft, where)
}

/** Downloads a package's tarball with npm itself, so that registry mirrors and proxy settings apply. */
async function unpack(name, say) {
  say(`models: fetching ${name}`)
  const folder = await mkdtemp(path.join(tmpdir(), 'limen-models-'))
  try {
    await npm(['pack', name, '--silent', '--ignore-scripts', '--pack-destination', folder])
    const [tarball] = await readdir(folder)
    if (!tarball) throw new Error(`npm pack ${name} left no file`)
    return readTar(await readFile(path.join(folder, tarball)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function npm(args) {
  const script = process.env.npm_execpath
  const [command, head] = script && existsSync(script) ? [process.execPath, [script]] : ['npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...head, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`npm ${args.join(' ')} ended with ${code}`))))
  })
}

function take(members, member, name) {
  const bytes = members.get(`package/${member}`)
  if (!bytes) throw new Error(`${name} has no file ${member}`)
  return bytes
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { fetched, total } = await fetchModels({ say: (line) => console.log(line) })
  console.log(`models: ${total} files in place, ${fetched} fetched`)
}
