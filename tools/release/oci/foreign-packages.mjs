// The npm packages that the service needs on another system than this one: fetched by the lock file's digests.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTar } from '../../convert/tar.mjs'
import { npm, root } from '../../prepare.mjs'
import { isFor, lockedPackages } from '../image.mjs'

/** Folder in node_modules → where its content lies, for packages that npm does not install on this system. */
export async function foreignPackages(system) {
  const found = new Map()
  for (const [place, entry] of lockedPackages())
    if ((entry.os || entry.cpu) && isFor(entry, system) && !existsSync(join(root, place)))
      found.set(place, await unpacked(place, entry.version, entry.integrity))
  return found
}

async function unpacked(place, version, integrity) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const folder = join(root, '.cache', 'foreign', `${name.replace('/', '+')}@${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(join(dirname(folder), 'fetch-'))
  try {
    await npm(['pack', `${name}@${version}`, '--silent', '--pack-destination', draft])
    const archive = readFileSync(join(draft, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`))
    const [algorithm, expected] = integrity.split(/-(.+)/)
    if (createHash(algorithm).update(archive).digest('base64') !== expected)
      throw new Error(`${name} ${version} is not the package of the lock file`)
    const content = join(draft, 'content')
    for (const [path, bytes] of readTar(archive)) {
      const file = join(content, path.replace(/^[^/]+\//, ''))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
    }
    renameSync(content, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}
