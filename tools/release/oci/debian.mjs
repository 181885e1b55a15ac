// The Debian packages of the container image: pinned by SHA-256 in debian.json, fetched from the machine's own mirrors,
// and unpacked without their install scripts.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root, run } from '../../prepare.mjs'

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, 'debian.json'), 'utf8'))

/** Read in no container: manuals, changelogs, and what dpkg and libc's tools bring. Licences stay. */
const LEFT_OUT =
  /^\.?\/?(etc\/(ld\.so\.conf\.d|ca-certificates)|usr\/(sbin|share\/(man|lintian|bug|gcc|gdb|doc\/[^/]+\/(?!copyright)|zoneinfo\/(right|posix)))|usr\/bin|sbin|usr\/lib\/[^/]+\/(gconv|audit))(\/|$)/

export const debianPackages = (architecture) => packages[architecture]

/** Unpacks every package of an architecture into a folder, and joins the certificates into one file. */
export async function stageDebian(architecture, folder) {
  const mirrors = debianMirrors()
  for (const entry of packages[architecture]) {
    const data = dataOf(await fetchPackage(entry, mirrors))
    await unpack(data, folder)
  }
  const place = join(folder, 'usr/share/ca-certificates/mozilla')
  const certificates = readdirSync(place).sort()
  const bundle = certificates.map((name) => `${readFileSync(join(place, name), 'utf8').trimEnd()}\n`).join('')
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true })
  writeFileSync(join(folder, 'etc/ssl/certs/ca-certificates.crt'), bundle)
}

/** Where packages are fetched from: DEBIAN_MIRROR, or what apt uses on this machine. Empty if there is neither. */
export function debianMirrors() {
  if (process.env.DEBIAN_MIRROR) return process.env.DEBIAN_MIRROR.split(/\s+/).filter(Boolean)
  const asked = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], {
    encoding: 'utf8',
  })
  return asked.status === 0 ? [...new Set(asked.stdout.split('\n').filter(Boolean))] : []
}

async function fetchPackage({ path, sha256 }, mirrors) {
  const folder = join(root, '.cache', 'debian')
  const file = join(folder, basename(path))
  if (existsSync(file) && digestOf(readFileSync(file)) === sha256) return readFileSync(file)
  const faults = mirrors.length ? [] : ['no mirror is known: set DEBIAN_MIRROR to one of Debian’s']
  for (const mirror of mirrors) {
    try {
      const address = `${mirror.replace(/\/?$/, '/')}${path.split('/').map(encodeURIComponent).join('/')}`
      const response = await fetch(address, { signal: AbortSignal.timeout(60_000) })
      if (!response.ok) throw new Error(`${response.status}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (digestOf(bytes) !== sha256) throw new Error('it is not the file that is pinned')
      mkdirSync(folder, { recursive: true })
      const draft = join(mkdtempSync(join(folder, 'fetch-')), basename(path))
      writeFileSync(draft, bytes)
      renameSync(draft, file)
      rmSync(dirname(draft), { recursive: true })
      return bytes
    } catch (error) {
      faults.push(error.cause?.message ?? error.message)
    }
  }
  throw new Error(
    `${basename(path)} could not be fetched (${faults.join('; ')}). Debian removes old versions: node tools/release/oci/pin.mjs writes the current ones`,
  )
}

/** The archive of files in a .deb, which is an `ar` archive. */
export function dataOf(deb) {
  if (deb.toString('latin1', 0, 8) !== '!<arch>\n') throw new Error('not a Debian package')
  for (let at = 8; at + 60 <= deb.length; ) {
    const name = deb
      .toString('latin1', at, at + 16)
      .trim()
      .replace(/\/$/, '')
    const size = Number(deb.toString('latin1', at + 48, at + 58))
    if (name.startsWith('data.tar')) return { name, bytes: deb.subarray(at + 60, at + 60 + size) }
    at += 60 + size + (size % 2)
  }
  throw new Error('a Debian package without files')
}

async function unpack({ name, bytes }, folder) {
  const draft = mkdtempSync(join(root, '.cache', 'deb-'))
  try {
    const archive = join(draft, name)
    writeFileSync(archive, bytes)
    const names = spawnSync('tar', ['-tf', archive], { encoding: 'utf8', maxBuffer: 1e8 })
    if (names.status !== 0) throw new Error(`tar cannot read ${name}: ${names.stderr}`)
    const kept = names.stdout.split('\n').filter((each) => each && !each.endsWith('/') && !LEFT_OUT.test(each.slice(1)))
    writeFileSync(join(draft, 'names'), kept.join('\n'))
    mkdirSync(folder, { recursive: true })
    await run('tar', ['-C', folder, '--no-same-owner', '-xf', archive, '-T', join(draft, 'names')])
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex')
