// The bill of materials of the service, as CycloneDX: `npm sbom` of the lock file without development-only packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

/** The text, without its timestamp: the same packages give the same text. */
export function billOfMaterials() {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
    '--workspaces=false',
    // Whatever NODE_ENV says: a Vite build in the same process sets it.
    '--include=dev',
  ]
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`npm sbom ended with ${status}: ${stderr}`)
  const { serialNumber: _random, ...bill } = withoutDevelopment(JSON.parse(stdout))
  bill.metadata.timestamp = undefined
  // npm writes the name of the folder, which is different in every clone.
  bill.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  const digest = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  return `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${uuidOf(digest)}` }, null, 2)}\n`
}

/** npm's own `--omit dev` also omits packages that are needed both for development and by the service. */
function withoutDevelopment(bill) {
  const components = bill.components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  )
  const kept = new Set([bill.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])])
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))
  return { ...bill, components, dependencies }
}

/** Formatted like a name-based UUID. */
const uuidOf = (digest) =>
  [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
