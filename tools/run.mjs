// npm run try | check | lab | docs | evaluate | bench | conform | screenshots | cli | dev: the same preparation, then the named program.
import { spawnSync } from 'node:child_process'
import { checks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { fetchFixtures } from './fixtures.mjs'
import { ensureBuild, ensureModels, ensureNode, ensurePackages, root, say } from './prepare.mjs'

/** Commands of the lab: scripts of package.json, or commands of the service in earlier versions. */
const LAB = ['specimen', 'evaluate', 'bench', 'docs', 'demonstration']

let [name = '', ...args] = process.argv.slice(2)
// `npm run lab -- evaluate` and `npm run cli -- evaluate` are `npm run evaluate`.
if ((name === 'lab' || name === 'cli') && LAB.includes(args[0])) [name, ...args] = args
const programs = {
  try: [['dist/server/cli.js', 'try', ...args]],
  check: checks.map(({ args }) => args),
  lab: [['lab/lab.ts', ...args]],
  ...Object.fromEntries(LAB.map((each) => [each, [['lab/lab.ts', each, ...args]]])),
  screenshots: [['test/e2e/screenshots.ts', ...args]],
  cli: [['src/apps/cli/cli.ts', ...args]],
  conform: [['src/apps/cli/cli.ts', 'conform', '--wallets', 'test/conform/wallets/suite.ts', ...args]],
  dev: [['--watch', 'src/apps/cli/cli.ts', 'serve', ...args]],
}

if (!programs[name]) {
  say(`unknown program '${name}'; there are ${Object.keys(programs).join(', ')}`)
  process.exit(2)
}
try {
  await ensureNode()
  const readsPictures = name === 'cli' && ['read', 'documents'].includes(args[0])
  const needsModels = readsPictures || !['check', 'conform', 'docs', 'cli', 'specimen', 'lab'].includes(name)
  await Promise.all([ensurePackages(packagesFor(name)), needsModels && ensureModels()])
  if (['try', 'screenshots', 'dev', 'bench'].includes(name)) await ensureBuild()
  if (name === 'screenshots' || name === 'bench') await fetchFixtures({ say })
  if (name === 'screenshots') {
    process.env.CHROMIUM ??= (await ensureChromium()) ?? ''
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
/** Which packages a program needs; see ensurePackages. */
function packagesFor(name) {
  if (name === 'conform' && args.some((each) => each.includes('wallets'))) return 'all'
  if (['cli', 'conform', 'dev', 'try'].includes(name)) return 'service'
  return ['lab', 'specimen', 'evaluate', 'docs', 'demonstration'].includes(name) ? 'lab' : 'all'
}

// Programs that measure the engine run it like a worker.
const measures = name === 'evaluate' || name === 'bench'
const flags = measures ? (await import('../src/vision/process/engine-flags.ts')).ENGINE_FLAGS : []
for (const program of programs[name]) {
  const node = ['--disable-warning=ExperimentalWarning', ...flags, ...program]
  const { status } = spawnSync(process.execPath, node, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
