import { join } from 'node:path'
import { root, run } from '../prepare.mjs'
import { buildSpecimen } from './specimen.mjs'

/** Writes `dist` of a package: in packages, or in a copy of its folder inside the checkout. */
export async function buildPackage(name, folder = join(root, 'packages', name)) {
  if (name === 'specimen') await buildSpecimen(folder)
  else await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])
}
