// node tools/release/oci/pin.mjs: writes the current versions of the container image's Debian packages to debian.json,
// with the digests of the lists that Debian signed. Needs apt, and changes nothing of the machine's own lists.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'debian.json')
const { suite, packages } = JSON.parse(readFileSync(file, 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'limen-apt-'))
try {
  for (const place of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, place), { recursive: true })
  const codename = /VERSION_CODENAME=(\w+)/.exec(
    existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '',
  )
  if (codename?.[1] !== suite)
    throw new Error(`the packages are those of ${suite}; this machine has ${codename?.[1] ?? 'no Debian'}`)
  const pinned = {}
  for (const [architecture, entries] of Object.entries(packages)) {
    const apt = (...args) => {
      const options = [
        `Dir::State::lists=${folder}/lists`,
        'Dir::State::status=/dev/null',
        `Dir::Cache=${folder}/cache`,
        `APT::Architecture=${architecture}`,
        `APT::Architectures=${architecture}`,
        'APT::Sandbox::User=root',
      ]
      const { status, stdout, stderr } = spawnSync('apt-get', [...options.flatMap((each) => ['-o', each]), ...args], {
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`apt-get ${args.join(' ')}: ${stderr}`)
      return stdout
    }
    apt('update')
    pinned[architecture] = entries.map(({ name }) => {
      const [, address, sha256] = /^'([^']+)'.* SHA256:(\w{64})/m.exec(apt('download', '--print-uris', name)) ?? []
      const [path, version] = /pool\/.+_([^_]+)_\w+\.deb$/.exec(decodeURIComponent(address ?? '')) ?? []
      if (!path) throw new Error(`apt knows no ${name} for ${architecture}`)
      return { name, version, path, sha256 }
    })
  }
  writeFileSync(file, `${JSON.stringify({ suite, packages: pinned }, null, 2)}\n`)
  console.log(`${file}: ${Object.values(pinned).flat().length} packages are pinned`)
} catch (error) {
  console.error(`the packages are not pinned: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
