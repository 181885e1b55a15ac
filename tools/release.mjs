// npm run release [FOLDER] [--without=images]: writes everything that a version consists of to ./release: the packages,
// the service with its dependencies for this system only, container images and a folder to build one from, a Helm chart,
// the calls as a collection, a bill of materials, licences, provenance and digests. The build is reproducible.
// docs/operations.md has the list.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureBuild, ensureModels, ensureNode, ensurePackages, npm, root, run, say } from './prepare.mjs'
import { collection } from './release/collection.mjs'
import { stageContainer } from './release/container.mjs'
import { bundledPackage, stageImage } from './release/image.mjs'
import { licences } from './release/licences.mjs'
import { ARCHITECTURES, writeOciImage } from './release/oci/image.mjs'
import { buildPackage } from './release/packages.mjs'
import { commit, provenance } from './release/provenance.mjs'
import { billOfMaterials } from './release/sbom.mjs'
import { stage, stagePackage } from './release/stage.mjs'

const given = process.argv.slice(2)
const unknown = given.filter((word) => word.startsWith('-') && word !== '--without=images')
if (unknown.length) {
  say(`${unknown.join(', ')}: there is --without=images, where Debian’s packages cannot be fetched`)
  process.exit(2)
}
await ensureNode()
await ensurePackages()
await ensureModels()
await ensureBuild()

const folder = resolve(given.find((word) => !word.startsWith('-')) ?? join(root, 'release'))
mkdirSync(folder, { recursive: true })
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const PACKAGES = ['client', 'embed', 'chip-reader', 'specimen']
for (const name of PACKAGES) {
  const own = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).version
  if (own !== version) throw new Error(`packages/${name} has version ${own}, the service ${version}`)
}

stagePackage()
for (const name of PACKAGES) await buildPackage(name)
const places = [stage, ...PACKAGES.map((name) => join(root, 'packages', name))]
await npm(['pack', ...places, '--ignore-scripts', '--silent', '--pack-destination', folder])
await archive(`limen-${version}-${process.platform}-${process.arch}`, async (place) => {
  await stageImage(place)
  writeFileSync(join(place, 'package.json'), bundledPackage(place))
})
await archive(`limen-${version}-container`, stageContainer)
await archive(`limen-chart-${version}`, (place) => cpSync(join(root, 'deploy/helm/limen'), place, { recursive: true }))
writeFileSync(join(folder, `limen-${version}.postman_collection.json`), collection())
writeFileSync(join(folder, `limen-${version}.cdx.json`), billOfMaterials())
writeFileSync(join(folder, `limen-${version}.licences.txt`), licences())
if (!given.includes('--without=images')) {
  const documents = { 'bom.cdx.json': billOfMaterials(), 'licences.txt': licences(), 'provenance.json': provenance([]) }
  for (const architecture of Object.keys(ARCHITECTURES)) {
    const file = join(folder, `limen-${version}-oci-${architecture}.tar`)
    await writeOciImage(file, architecture, { version, revision: commit(), documents })
  }
}
const source = `limen-${version}.provenance.json`
const files = readdirSync(folder).filter((name) => name.includes(version) && name !== source)
const digests = files.sort().map((name) => ({ name, sha256: sha256(join(folder, name)) }))
writeFileSync(join(folder, source), provenance(digests))

const sums = [...digests, { name: source, sha256: sha256(join(folder, source)) }].map(
  ({ name, sha256 }) => `${sha256}  ${name}\n`,
)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
say(`${sums.length} files in ${folder}`)
process.stdout.write(sums.join(''))

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** A folder as one file: the same bytes wherever and whenever it is built. */
async function archive(name, fill) {
  const place = mkdtempSync(join(root, '.cache', 'archive-'))
  try {
    await fill(join(place, name))
    const plain = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
    const tar = join(place, 'archive.tar')
    await run('tar', ['-C', place, ...plain, '-cf', tar, name])
    writeFileSync(join(folder, `${name}.tgz`), gzipSync(readFileSync(tar)))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
