// npm run pack -- NAME…: builds packages/NAME and packs it into the folder that the command was called in. `npm pack`
// itself would run no script here (.npmrc), so the package would lack the build.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureNode, ensurePackages, npm, root, say } from './prepare.mjs'
import { buildPackage } from './release/packages.mjs'

const names = process.argv.slice(2)
const packages = join(root, 'packages')
const unknown = names.find((name) => !/^[\w-]+$/.test(name) || !existsSync(join(packages, name, 'package.json')))
if (!names.length || unknown) {
  say(`${unknown ? `there is no package '${unknown}'; ` : ''}usage: npm run pack -- client embed`)
  process.exit(2)
}
try {
  await ensureNode()
  await ensurePackages()
  mkdirSync(join(root, '.cache'), { recursive: true })
  // In a separate copy, so that two runs at once do no harm; inside the checkout, where its packages are found.
  const stage = mkdtempSync(join(root, '.cache', 'pack-'))
  try {
    cpSync(packages, stage, { recursive: true, filter: (place) => !/[\\/](dist|node_modules)$/.test(place) })
    for (const name of names) {
      await buildPackage(name, join(stage, name))
      const destination = process.env.INIT_CWD ?? process.cwd()
      await npm(['pack', join(stage, name), '--ignore-scripts', '--pack-destination', destination])
    }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
