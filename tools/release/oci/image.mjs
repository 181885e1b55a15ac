// The container image as one file in the OCI layout, made without Docker: `docker load`, `podman load` and
// `ctr image import` take it. Its root file system has Debian's libraries, Node and the service, and no shell.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fetchNodePackage, root, run } from '../../prepare.mjs'
import { stageImage } from '../image.mjs'
import { stageDebian } from './debian.mjs'
import { foreignPackages } from './foreign-packages.mjs'

/** Names of the architectures in OCI and Debian, and in Node and npm. */
export const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' }

const USER = 1000

/** Writes the image of an architecture to a file. `documents` are kept in it: bill of materials, licences, provenance. */
export async function writeOciImage(file, architecture, { version, revision, documents }) {
  const draft = mkdtempSync(join(root, '.cache', 'oci-'))
  try {
    const layers = []
    for (const [name, fill] of layersOf(architecture, documents)) {
      const folder = join(draft, name)
      mkdirSync(folder)
      await fill(folder)
      layers.push({ name, ...(await layerOf(folder, join(draft, `${name}.tar`))) })
      rmSync(folder, { recursive: true, force: true })
    }
    await writeLayout(join(draft, 'layout'), file, layers, { architecture, version, revision })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** From what changes least to what changes most, so that an upgrade fetches only the last. */
function layersOf(architecture, documents) {
  const cpu = ARCHITECTURES[architecture]
  return [
    [
      'base',
      async (folder) => {
        await stageDebian(architecture, folder)
        const write = (name, text) => writeFileSync(join(folder, name), text)
        write('etc/passwd', `root:x:0:0:root:/:/sbin/nologin\nlimen:x:${USER}:${USER}:limen:/data:/sbin/nologin\n`)
        write('etc/group', `root:x:0:\nlimen:x:${USER}:\n`)
        write('etc/nsswitch.conf', 'hosts: files dns\n')
        for (const name of ['tmp', 'data', 'proc', 'sys', 'dev']) mkdirSync(join(folder, name))
      },
    ],
    [
      'node',
      async (folder) => {
        const from = await fetchNodePackage(`node-linux-${cpu}`)
        const bin = join(folder, 'usr/local/bin')
        mkdirSync(bin, { recursive: true })
        copyFileSync(join(from, 'bin/node'), join(bin, 'node'))
        chmodSync(join(bin, 'node'), 0o755)
        const licence = join(folder, 'usr/share/doc/node')
        mkdirSync(licence, { recursive: true })
        copyFileSync(join(from, 'LICENSE'), join(licence, 'LICENSE'))
      },
    ],
    [
      'service',
      async (folder) => {
        const place = join(folder, 'limen')
        const system = { platform: 'linux', arch: cpu }
        await stageImage(place, system, await foreignPackages(system))
        const shared = join(folder, 'usr/share/doc/limen')
        mkdirSync(shared, { recursive: true })
        for (const [name, text] of Object.entries(documents)) writeFileSync(join(shared, name), text)
      },
    ],
  ]
}

/** A folder as a layer: owned by root, without times, /data by the service's user and /tmp by everybody. */
async function layerOf(folder, tar) {
  const plain = [
    '--sort=name',
    '--mtime=@0',
    '--numeric-owner',
    '--format=posix',
    '--pax-option=delete=atime,delete=ctime',
  ]
  const names = ['--exclude=./tmp', '--exclude=./data', '.']
  await run('tar', ['-C', folder, ...plain, '--owner=0', '--group=0', '--mode=u=rwX,go=rX', '-cf', tar, ...names])
  for (const [name, owner, mode] of [
    ['tmp', 0, '1777'],
    ['data', USER, '0750'],
  ])
    if (existsSync(join(folder, name)))
      await run('tar', [
        '-C',
        folder,
        ...plain,
        `--owner=${owner}`,
        `--group=${owner}`,
        `--mode=${mode}`,
        '-rf',
        tar,
        `./${name}`,
      ])
  const bytes = readFileSync(tar)
  const compressed = gzipSync(bytes, { level: 6 })
  rmSync(tar)
  return { diffId: digestOf(bytes), compressed }
}

async function writeLayout(place, file, layers, { architecture, version, revision }) {
  const blobs = join(place, 'blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  const put = (bytes, mediaType) => {
    const digest = digestOf(bytes)
    writeFileSync(join(blobs, digest.slice('sha256:'.length)), bytes)
    return { mediaType, digest, size: bytes.length }
  }
  const putJson = (value, mediaType) => put(Buffer.from(JSON.stringify(value)), mediaType)
  const labels = {
    'org.opencontainers.image.title': 'Limen',
    'org.opencontainers.image.description': 'Self-hosted identity verification',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': 'Apache-2.0',
    ...(revision && { 'org.opencontainers.image.revision': revision }),
  }
  const program = ['/usr/local/bin/node', '--disable-warning=ExperimentalWarning', 'dist/server/cli.js']
  const health = `fetch('http://localhost:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))`
  const config = putJson(
    {
      architecture,
      os: 'linux',
      config: {
        User: `${USER}:${USER}`,
        WorkingDir: '/limen',
        Env: [
          'PATH=/usr/local/bin',
          'NODE_ENV=production',
          'DATA_DIR=/data',
          'PORT=8080',
          'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
        ],
        Entrypoint: program,
        Cmd: ['serve', '--supervised'],
        ExposedPorts: { '8080/tcp': {} },
        Volumes: { '/data': {} },
        Labels: labels,
        Healthcheck: {
          Test: ['CMD', '/usr/local/bin/node', '-e', health],
          Interval: 10e9,
          Timeout: 3e9,
          StartPeriod: 60e9,
        },
      },
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: layers.map(({ name }) => ({ created_by: `npm run release: ${name}` })),
    },
    'application/vnd.oci.image.config.v1+json',
  )
  const manifest = putJson(
    {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config,
      layers: layers.map(({ compressed }) => put(compressed, 'application/vnd.oci.image.layer.v1.tar+gzip')),
      annotations: labels,
    },
    'application/vnd.oci.image.manifest.v1+json',
  )
  const name = `limen:${version}`
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...manifest,
        platform: { architecture, os: 'linux' },
        annotations: {
          'org.opencontainers.image.ref.name': version,
          // The name under which containerd and Docker list it.
          'io.containerd.image.name': `docker.io/library/${name}`,
        },
      },
    ],
  }
  writeFileSync(join(place, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  writeFileSync(join(place, 'index.json'), JSON.stringify(index))
  // `docker load` before version 25 reads this file instead of the index.
  const pathOf = ({ digest }) => `blobs/sha256/${digest.slice('sha256:'.length)}`
  const { layers: placed } = JSON.parse(readFileSync(join(place, pathOf(manifest)), 'utf8'))
  const legacy = [{ Config: pathOf(config), RepoTags: [name], Layers: placed.map(pathOf) }]
  writeFileSync(join(place, 'manifest.json'), JSON.stringify(legacy))
  const plain = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  await run('tar', ['-C', place, ...plain, '-cf', file, 'blobs', 'index.json', 'manifest.json', 'oci-layout'])
  if (statSync(file).size === 0) throw new Error(`${file} is empty`)
}

const digestOf = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
