/**
 * Fetches the fixtures that tests and benches use from npm packages, into .cache/fixtures/: pictures of faces, and a 3D
 * model of one. They are not part of the repository: the packages have them under the MIT licence. Node >= 18, no
 * dependencies.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readTar } from './convert/tar.mjs'
import { npm } from './prepare.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FACES = { package: '@vladmandic/face-api@1.7.15', folder: 'package/demo' }
/** MediaPipe's canonical face model. */
const RELIEF = { package: 'mind-ar@1.2.5', folder: 'package/src/face-target/face-geometry' }

const FILES = {
  'sample1.jpg': { ...FACES, sha256: '8ecae4b267b2d3169e06e00c7dee97097aa2a94635d45216f7732a5f4943cb51' },
  'sample2.jpg': { ...FACES, sha256: '7d2b60ae6f13bf30f422e04df87451081a02c83de469056f25afb44b7000c691' },
  'sample3.jpg': { ...FACES, sha256: '8eb081c9efb14370fa94d9feab9e5fbeafd19a627491853a80c2bf67f7ffa936' },
  'sample4.jpg': { ...FACES, sha256: '729efa5923061d40eb4ed5f267a18cc7b8ba6f852bb2757b16d8b7e4937476fc' },
  'sample5.jpg': { ...FACES, sha256: '6d45095ebb182d8f975c0790e0e4eefd86fbb40609cf4b271776d92e12662938' },
  'sample6.jpg': { ...FACES, sha256: '9baad80f9d5e306fb9b8c0913d44445f1e95848df317530efb03d0934c57ba87' },
  'canonical-face-model.obj': {
    ...RELIEF,
    sha256: '8bac80443397e113f41a8b565ea72c59390bc031d9defab289dba7bc0c54e618',
  },
}

/** Makes sure that every file exists and is intact; `say` gets a line for each thing that takes time. */
export async function fetchFixtures({ folder = path.join(ROOT, '.cache', 'fixtures'), say = () => {} } = {}) {
  const missing = []
  for (const [name, { sha256: digest }] of Object.entries(FILES)) {
    const bytes = await readFile(path.join(folder, name)).catch(() => undefined)
    if (!bytes || sha256(bytes) !== digest) missing.push(name)
  }
  for (const spec of new Set(missing.map((name) => FILES[name].package))) {
    say(`fixtures: fetching ${spec}`)
    const members = await unpack(spec)
    await mkdir(folder, { recursive: true })
    for (const name of missing.filter((each) => FILES[each].package === spec)) {
      await place(path.join(folder, name), members.get(`${FILES[name].folder}/${name}`), name)
      say(`fixtures: ${name}`)
    }
  }
  return { folder, fetched: missing.length, total: Object.keys(FILES).length }
}

async function unpack(spec) {
  const folder = await mkdtemp(path.join(tmpdir(), 'limen-fixtures-'))
  try {
    await npm(['pack', spec, '--silent', '--ignore-scripts', '--pack-destination', folder])
    const [tarball] = await readdir(folder)
    if (!tarball) throw new Error(`npm pack ${spec} left no file`)
    return readTar(await readFile(path.join(folder, tarball)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** With a rename, so that two runs at once do no harm. */
async function place(where, bytes, name) {
  const { package: spec, folder, sha256: expected } = FILES[name]
  if (!bytes) throw new Error(`${spec} has no file ${folder}/${name}`)
  const found = sha256(bytes)
  if (found !== expected) throw new Error(`${name}: expected SHA-256 ${expected}, got ${found}`)
  const draft = `${where}.${process.pid}`
  await writeFile(draft, bytes)
  await rename(draft, where)
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { fetched, total } = await fetchFixtures({ say: (line) => console.log(line) })
  console.log(`fixtures: ${total} files in place, ${fetched} fetched`)
}
