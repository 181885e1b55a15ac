// npm test: types, lint and every test; the last line counts them.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { checks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { fetchFixtures } from './fixtures.mjs'
import { ensureGenerators } from './generators.mjs'
import { ensureBuild, ensureModels, ensureNode, ensurePackages, root, say } from './prepare.mjs'

const started = Date.now()
await ensureNode()
await ensurePackages()
await ensureModels()
await fetchFixtures({ say })
await ensureGenerators()
await ensureBuild()
const chromium = await ensureChromium()
if (!chromium) say('no Chromium could be found or installed: the browser tests will be skipped')

const count = { passed: 0, failed: 0, skipped: 0 }
const patterns = process.argv.slice(2)
// Types and lint keep one processor busy for most of a minute; the tests begin meanwhile.
const checked = checkAll()
await test(patterns.length ? patterns : ['test/**/*.test.ts'])
await checked

console.log(`\n${((Date.now() - started) / 60_000).toFixed(1)} minutes`)
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exit(count.failed || !count.passed ? 1 : 0)

async function checkAll() {
  for (const { name, args } of checks) {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = Promise.all([text(child.stdout), text(child.stderr)])
    const status = await new Promise((resolve) => child.on('close', resolve))
    console.log(`${(await said).join('')}${status === 0 ? '✔' : '✖'} ${name}`)
    if (status === 0) count.passed += 1
    else count.failed += 1
  }
}

/** Runs node's own test runner, shows its report and takes its closing counts. */
async function test(files) {
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-reporter=spec',
    // One more than there are processors: browser tests and those of time-outs wait for most of theirs.
    `--test-concurrency=${availableParallelism() + 1}`,
    ...files,
  ]
  // A process a file, and each reads the same modules: what one has compiled, the others take as it is.
  const compiled = path.join(root, '.cache', 'compiled')
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled, ...(chromium ? { CHROMIUM: chromium } : {}) }
  const runner = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env })
  const closing = {}
  for await (const line of createInterface({ input: runner.stdout })) {
    console.log(line)
    const [, name, number] = /^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$/.exec(line) ?? []
    if (name) closing[name] = Number(number)
  }
  const status = runner.exitCode ?? (await new Promise((resolve) => runner.on('exit', resolve)))
  const failed = (closing.fail ?? 0) + (closing.cancelled ?? 0)
  count.passed += closing.pass ?? 0
  count.failed += failed || (status === 0 ? 0 : 1)
  count.skipped += (closing.skipped ?? 0) + (closing.todo ?? 0)
}
