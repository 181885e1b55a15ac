// node tools/release/image.mjs FOLDER: the content of the container image: the package of the service and the packages
// that it needs to run, without the binaries of other systems.
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ensureBuild, ensureModels, ensureNode, ensurePackages, root } from '../prepare.mjs'
import { stagePackage } from './stage.mjs'

/** For this system, or for another one with the packages that are not installed here (folder in node_modules → content). */
export async function stageImage(folder, system = process, foreign = new Map()) {
  stagePackage(folder)
  const isForeign = foreignBinaries(system)
  for (const place of productionPackages(system, foreign)) {
    const from = foreign.get(place) ?? join(root, place)
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    cpSync(from, join(folder, place), {
      recursive: true,
      // Nested packages are in the list where they are needed.
      filter: (file) => !isForeign(file) && !isForReaders(file) && !file.slice(from.length).includes('node_modules'),
    })
  }
}

/**
 * The package.json of a folder with everything in it: npm installs it without a registry, and refuses it on another
 * system.
 */
export function bundledPackage(folder) {
  const { dependencies, ...rest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const system = { os: [process.platform], cpu: [process.arch] }
  const bundleDependencies = Object.keys(dependencies)
  return `${JSON.stringify({ ...rest, ...system, dependencies, bundleDependencies }, null, 2)}\n`
}

/** The folders of node_modules that the service needs on a system according to the lock file, as far as they are there. */
export function productionPackages(system = process, foreign = new Map()) {
  const { packages } = readLock()
  const isThere = (at) => foreign.has(at) || (existsSync(join(root, at)) && isFor(packages[at], system))
  const found = new Set()
  const visit = (place) => {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[place] ?? {}
    const names = Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies })
    for (const name of names) {
      const at = nearest(packages, place, name)
      const optional = name in optionalDependencies || peerDependenciesMeta[name]?.optional
      if (!at || !isThere(at)) {
        if (!optional) throw new Error(`${place || 'the service'} needs ${name}, which is not installed`)
        continue
      }
      if (found.has(at) || (peerDependenciesMeta[name]?.optional && !isProduction(packages[at]))) continue
      found.add(at)
      visit(at)
    }
  }
  visit('')
  return [...found].sort()
}

export const readLock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** The packages of every system, as the lock file describes them. */
export function lockedPackages() {
  return Object.entries(readLock().packages).filter(
    ([place, entry]) => place.startsWith('node_modules/') && !entry.link && isProduction(entry),
  )
}

/** Whether a package is for a system, with the C library of GNU if it is Linux. */
export const isFor = ({ os, cpu, libc }, { platform, arch }) =>
  (!os || os.includes(platform)) && (!cpu || cpu.includes(arch)) && (!libc || libc.includes('glibc'))

/** `devOptional` is optional for the service as well as needed by the tests. */
const isProduction = ({ dev, peer }) => !dev && !peer

/** The path where Node finds a package from another: in its own folder, or in one of those above it. */
function nearest(packages, from, name) {
  for (let place = from; ; place = place.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const at = `${place ? `${place}/` : ''}node_modules/${name}`
    if (packages[at]) return at
    if (!place) return undefined
  }
}

/** onnxruntime-node includes its library for every system and processor. */
function foreignBinaries({ platform, arch }) {
  const own = join(platform, arch)
  return (file) => {
    const [, system] = /onnxruntime-node\/bin\/napi-v\d+\/(.+)$/.exec(file.replaceAll('\\', '/')) ?? []
    return system !== undefined && !system.startsWith(own) && !own.startsWith(system)
  }
}

/** Source maps, types and guides of packages are not read at run time. Licences stay. */
const isForReaders = (file) =>
  /\.(map|[cm]?ts|md|markdown)$/i.test(file) && !/(licen[cs]e|notice|copying)[^/\\]*$/i.test(file)

if (process.argv[1] === import.meta.filename) {
  if (!process.argv[2]) throw new Error('usage: node tools/release/image.mjs FOLDER')
  await ensureNode()
  await ensurePackages('service')
  await ensureModels()
  await ensureBuild()
  await stageImage(resolve(process.argv[2]))
}
