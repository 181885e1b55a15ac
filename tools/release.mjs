// npm run release [FOLDER]: the packages of the service, the client, the embedding and the specimen generator, the service
// with its packages for this system alone, what the service is made of, and their digests, into ./release. Run twice it
// writes the same bytes.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureBuild, ensureModels, ensureNode, ensurePackages, npm, root, run, say } from './prepare.mjs'
import { stageImage } from './release/image.mjs'
import { billOfMaterials } from './release/sbom.mjs'
import { specimenStage, stageSpecimen } from './release/specimen.mjs'
import { stage, stagePackage } from './release/stage.mjs'

await ensureNode()
await ensurePackages()
await ensureModels()
await ensureBuild()

const folder = resolve(process.argv[2] ?? join(root, 'release'))
mkdirSync(folder, { recursive: true })
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

stagePackage()
await stageSpecimen()
for (const name of ['client', 'embed'])
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `packages/${name}`])
const places = [stage, specimenStage, ...['client', 'embed'].map((name) => join(root, 'packages', name))]
await npm(['pack', ...places, '--ignore-scripts', '--silent', '--pack-destination', folder])
writeFileSync(join(folder, `limen-${version}.cdx.json`), billOfMaterials())
await packForThisSystem(`limen-${version}-${process.platform}-${process.arch}`)

const files = readdirSync(folder).filter((name) => /\.(tgz|cdx\.json)$/.test(name))
const sums = files.sort().map((name) => `${sha256(join(folder, name))}  ${name}\n`)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
say(`${files.length} files in ${folder}`)
process.stdout.write(sums.join(''))

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** An archive to unpack and run, without npm and without what other systems need. */
async function packForThisSystem(name) {
  const place = mkdtempSync(join(root, '.cache', 'archive-'))
  try {
    await stageImage(join(place, name))
    // The same bytes wherever and whenever it is made.
    const plain = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
    const tar = join(place, 'archive.tar')
    await run('tar', ['-C', place, ...plain, '-cf', tar, name])
    writeFileSync(join(folder, `${name}.tgz`), gzipSync(readFileSync(tar), { level: 9 }))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
