// The licences of everything that a release ships or installs: ours, the models', and the packages'.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'
import { lockedPackages } from './image.mjs'

const LINE = '-'.repeat(78)

export function licences() {
  const packages = lockedPackages().map(([place, { version, license }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!license) throw new Error(`the lock file names no licence of ${name}`)
    return { title: `${name} ${version}: ${license}`, text: textsIn(join(root, place)) }
  })
  const own = [
    { title: 'Limen: Apache-2.0', text: read('LICENSE') },
    { title: 'Models', text: read('NOTICE') },
  ]
  const parts = [...own, ...packages].map(({ title, text }) => `${LINE}\n${title}\n${LINE}\n${text}`)
  return `${parts.join('\n')}\n`
}

/** For a package of another system only the name of its licence is known here. */
function textsIn(folder) {
  if (!existsSync(folder)) return ''
  const names = readdirSync(folder).filter(
    (name) => /^(licen[cs]e|notice|copying)/i.test(name) && !/\.[cm]?js$/.test(name),
  )
  return names
    .sort()
    .map((name) => `${readFileSync(join(folder, name), 'utf8').trimEnd()}\n`)
    .join('\n')
}

const read = (name) => readFileSync(join(root, name), 'utf8')
