// Installs the client generators that the tests run, into .cache/generators: they are not part of the service, and need
// their own compiler. Plain JavaScript for Node 18 and later.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, say } from './prepare.mjs'

export const generators = join(root, '.cache', 'generators')
const wanted = join(root, 'test', 'generators')

/** Unless the installed packages are those of the lock file. */
export async function ensureGenerators() {
  const installed = join(generators, 'installed.json')
  const lock = join(wanted, 'package-lock.json')
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return
  say('installing generators of clients for the tests (once)')
  mkdirSync(generators, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(wanted, name), join(generators, name))
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', generators])
  copyFileSync(lock, installed)
}
