import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const tools = (path: string) => import(new URL(`../../tools/release/oci/${path}`, import.meta.url).href)
const { debianMirrors, debianPackages } = await tools('debian.mjs')
const { writeOciImage } = await tools('image.mjs')

const own = process.arch === 'arm64' ? 'arm64' : 'amd64'
const other = own === 'amd64' ? 'arm64' : 'amd64'
const unreachable = await whyUnreachable()

describe('the container image without Docker', { skip: unreachable }, () => {
  let folder: string
  const image = (name: string) => join(folder, `${name}.tar`)
  const documents = { 'bom.cdx.json': '{"bomFormat":"CycloneDX"}' }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-oci-'))
    for (const [name, architecture] of [
      [own, own],
      [other, other],
      ['again', other],
    ] as const) {
      await writeOciImage(image(name), architecture, { version: '9.9.9', revision: 'a'.repeat(40), documents })
    }
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('has the same bytes when it is written again', () => {
    assert.equal(digestOf(image('again')), digestOf(image(other)))
  })

  for (const architecture of [own, other]) {
    it(`is a layout whose every blob has the digest that names it, for ${architecture}`, async (t) => {
      const { layout, config, layers } = await openLayout(image(architecture), t)
      for (const name of readdirSync(join(layout, 'blobs/sha256')))
        assert.equal(digestOf(join(layout, 'blobs/sha256', name)), name)
      assert.equal(config.architecture, architecture)
      assert.equal(config.config.User, '1000:1000')
      assert.equal(config.config.Labels['org.opencontainers.image.version'], '9.9.9')
      assert.equal(layers.length, config.rootfs.diff_ids.length)
      const [legacy] = JSON.parse(readFileSync(join(layout, 'manifest.json'), 'utf8'))
      assert.equal(legacy.Layers.length, layers.length)
      assert.deepEqual(legacy.RepoTags, ['limen:9.9.9'])
    })
  }

  it('has the libraries and programs of the other architecture, and none of this one', async (t) => {
    const place = await unpack(image(other), t)
    // Byte 18 of an ELF file names the machine: 62 is x86-64, 183 is AArch64.
    const machine = other === 'arm64' ? 183 : 62
    const programs = readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => statSync(file).size > 64 && readFileSync(file).subarray(0, 4).toString('latin1') === '\x7fELF')
    assert.ok(programs.some((file) => file.endsWith('usr/local/bin/node')))
    assert.ok(programs.some((file) => file.includes('onnxruntime_binding')))
    assert.ok(programs.some((file) => file.includes('libvips')))
    for (const file of programs) assert.equal(readFileSync(file)[18], machine, file.slice(place.length))
  })

  it('has no shell, no package manager and no program that runs as its owner', async (t) => {
    const place = await unpack(image(own), t)
    const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((each) => !each.isDirectory())
    const inPath = files.filter(({ parentPath }) => /\/s?bin$/.test(parentPath) && !parentPath.includes('/limen/'))
    assert.deepEqual(
      inPath.map(({ name }) => name),
      ['node'],
    )
    for (const { parentPath, name } of files.filter((each) => each.isFile()))
      assert.equal(statSync(join(parentPath, name)).mode & 0o6000, 0, name)
    assert.equal(readFileSync(join(place, 'usr/share/doc/limen/bom.cdx.json'), 'utf8'), documents['bom.cdx.json'])
    for (const { name } of debianPackages(own))
      assert.ok(existsSync(join(place, 'usr/share/doc', name, 'copyright')), name)
    assert.match(readFileSync(join(place, 'etc/ssl/certs/ca-certificates.crt'), 'utf8'), /BEGIN CERTIFICATE/)
    assert.ok(existsSync(join(place, 'usr/share/zoneinfo/Europe/Paris')))
  })

  it('plays a session as an ordinary user in a root that is read-only', { skip: whyNoRoot() }, async (t) => {
    const place = await unpack(image(own), t)
    const mounts = [
      'mount --bind "$1" "$1" && mount --bind /dev "$1/dev" && mount -t proc proc "$1/proc"',
      'mount -t tmpfs tmpfs "$1/tmp" && mount -t tmpfs -o uid=1000,gid=1000,mode=750 tmpfs "$1/data"',
      'mount -o remount,ro,bind "$1" "$1"',
      'shift && exec chroot "$@"',
    ].join(' && ')
    const { config } = await openLayout(image(own), t)
    const [node, ...flags] = config.config.Entrypoint
    const program = `process.chdir('/limen'); process.argv[1] = '/limen/${flags.at(-1)}'; import(process.argv[1])`
    const settings = ['PORT=0', 'HOST=127.0.0.1', 'ENGINE_WORKERS=1', 'ENGINE_WARM_UP=false', 'ENGINE_SECONDS=300']
    const environment = Object.fromEntries(
      [...config.config.Env, ...settings].map((each: string) => each.split(/=(.*)/)),
    )
    const command = ['--userspec=1000:1000', place, node, '-e', program, '--', 'limen', 'try']
    const { stdout } = await run(
      'unshare',
      ['--mount', '--pid', '--fork', 'sh', '-c', mounts, 'sh', place, ...command],
      {
        env: { ...environment, PATH: `${process.env.PATH}:/usr/sbin` },
      },
    )
    assert.match(stdout, /\nAUTO_APPROVED\n/)
  })
})

describe('the pinned Debian packages', () => {
  it('are the same ones for every architecture, each with its digest', () => {
    const names = (architecture: string) => debianPackages(architecture).map(({ name }: { name: string }) => name)
    assert.deepEqual(names('arm64'), names('amd64'))
    for (const { path, version, sha256 } of [...debianPackages('amd64'), ...debianPackages('arm64')]) {
      assert.match(sha256, /^[0-9a-f]{64}$/)
      assert.ok(path.includes(version), path)
    }
  })

  it('are read as the archives they are, and nothing else is', async () => {
    const { dataOf } = await tools('debian.mjs')
    const member = (name: string, text: string) =>
      `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(text.length).padEnd(10)}\`\n${text}${text.length % 2 ? '\n' : ''}`
    const archive = Buffer.from(`!<arch>\n${member('debian-binary', '2.0')}${member('data.tar.xz', 'files')}`)
    assert.deepEqual(dataOf(archive), { name: 'data.tar.xz', bytes: Buffer.from('files') })
    assert.throws(() => dataOf(Buffer.from('PK\x03\x04')), /not a Debian package/)
    assert.throws(() => dataOf(Buffer.from(`!<arch>\n${member('debian-binary', '2.0')}`)), /without files/)
  })
})

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

type Cleanup = { after(done: () => Promise<void>): void }

async function openLayout(file: string, t: Cleanup) {
  const layout = await mkdtemp(join(tmpdir(), 'limen-layout-'))
  t.after(() => rm(layout, { recursive: true, force: true }))
  await run('tar', ['-C', layout, '-xf', file])
  const blob = ({ digest }: { digest: string }) => join(layout, 'blobs', digest.replace(':', '/'))
  const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const manifest = json(blob(json(join(layout, 'index.json')).manifests[0]))
  return { layout, config: json(blob(manifest.config)), layers: manifest.layers.map(blob) as string[] }
}

async function unpack(file: string, t: Cleanup): Promise<string> {
  const { layers } = await openLayout(file, t)
  const place = await mkdtemp(join(tmpdir(), 'limen-root-'))
  t.after(() => rm(place, { recursive: true, force: true }))
  mkdirSync(place, { recursive: true })
  for (const layer of layers) await run('tar', ['-C', place, '--numeric-owner', '-xpzf', layer])
  return place
}

/** Debian's packages are not on npm: without a mirror the image cannot be made. */
async function whyUnreachable(): Promise<string | false> {
  const cached = fileURLToPath(new URL('../../.cache/debian', import.meta.url))
  const wanted = [...debianPackages('amd64'), ...debianPackages('arm64')]
  if (wanted.every(({ path }) => existsSync(join(cached, path.split('/').at(-1))))) return false
  for (const mirror of debianMirrors()) {
    const answer = await fetch(mirror, { method: 'HEAD', signal: AbortSignal.timeout(15_000) }).catch(() => undefined)
    if (answer) return false
  }
  return 'no mirror of Debian can be reached from this machine'
}

function whyNoRoot(): string | false {
  if (process.getuid?.() !== 0) return 'only root can change the root of a file system'
  return spawnSync('unshare', ['--mount', 'true']).status === 0 ? false : 'this machine gives no mount namespaces'
}
