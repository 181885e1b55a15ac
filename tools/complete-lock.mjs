// node tools/complete-lock.mjs: asks the registry for the digest of every package in the lock file that has none. npm
// writes only the digests of packages that it installs, not of binaries for other platforms. Plain JavaScript for Node
// 18 and later.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = Object.entries(lock.packages).filter(
  ([place, entry]) => place.includes('node_modules/') && !entry.integrity && !entry.link,
)
let unanswered = 0
for (const [place, { version, ...rest }] of missing) {
  const name = rest.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' })
  const integrity = stdout.trim().split('\n').at(-1)
  if (integrity?.startsWith('sha512-')) lock.packages[place] = { version, integrity, ...rest }
  else {
    unanswered += 1
    console.error(`${name}@${version}: the registry does not have it`)
  }
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length - unanswered} digests added, ${unanswered} still missing`)
process.exit(unanswered ? 1 : 0)
