// npm test: types, lint and every test; the last line counts them. npm test -- FILE…: these files alone, without types and
// lint, prepared with what they need.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { checks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { failingFiles, failureOf } from './failure-of.mjs'
import { fetchFixtures } from './fixtures.mjs'
import { ensureGenerators } from './generators.mjs'
import { groupFiles } from './group-tests.mjs'
import { ALL_NEEDS, needsOf } from './needs-of-tests.mjs'
import { ensureBuild, ensureModels, ensureNode, ensurePackages, root, say } from './prepare.mjs'

const started = Date.now()
const count = { passed: 0, failed: 0, skipped: 0 }
/** Output of the runners and checks for each failure, repeated at the end because thousands of lines are in between. */
const failures = []
/** Failures that did not repeat. */
const unstable = []
const given = process.argv.slice(2)
const patterns = given.filter((word) => !word.startsWith('--'))
const flags = given.filter((word) => word.startsWith('--'))
const known = ['--strict', '--without=chromium', '--without=postgres']
const unknown = flags.filter((flag) => !known.includes(flag))
if (unknown.length) {
  say(`${unknown.join(', ')}: there are --strict (an unstable test fails), --without=chromium and --without=postgres`)
  process.exit(2)
}

await ensureNode()
const isSelection = patterns.length > 0
const chosen = (isSelection ? patterns : ['test/**/*.test.ts']).flatMap((each) => fs.globSync(each, { cwd: root }))
const needs = isSelection ? needsOf(chosen) : ALL_NEEDS
const [{ checked }, chromium] = await Promise.all([
  prepareCode(),
  needs.has('chromium') ? ensureChromium() : undefined,
  needs.has('fixtures') && fetchFixtures({ say }),
  needs.has('generators') && ensureGenerators(),
])
if (needs.has('chromium') && !chromium) {
  if (flags.includes('--without=chromium')) say('no Chromium: the browser tests are skipped, as asked')
  else {
    count.failed += 1
    failures.push('✖ no Chromium could be found or installed; --without=chromium runs the other tests')
  }
}
await test(chosen)
await checked

if (failures.length) console.log(`\nWhat failed:\n${failures.join('\n')}`)
if (unstable.length) console.log(`\nUnstable (failed, then passed alone; fix these):\n${unstable.join('\n')}`)
console.log(`\n${((Date.now() - started) / 60_000).toFixed(1)} minutes`)
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exit(count.failed || !count.passed || (flags.includes('--strict') && unstable.length) ? 1 : 0)

/**
 * Types and lint keep one processor busy for most of a minute: they start with the build, and run in parallel with the tests. The
 * pages contain our own nets, so the models come before the build.
 */
async function prepareCode() {
  await Promise.all([ensurePackages(), ensureModels()])
  const checked = isSelection ? undefined : checkAll()
  if (needs.has('build')) await ensureBuild()
  return { checked }
}

async function checkAll() {
  for (const { name, args } of checks) {
    // One checker: several would each resolve the same types, while the tests need the other processors.
    const more = args[0].endsWith('/tsc') ? ['--checkers', '1'] : []
    const child = spawn(process.execPath, [...args, ...more], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = Promise.all([text(child.stdout), text(child.stderr)])
    const status = await new Promise((resolve) => child.on('close', resolve))
    const output = (await said).join('')
    console.log(`${output}${status === 0 ? '✔' : '✖'} ${name}`)
    if (status === 0) count.passed += 1
    else count.failed += 1
    if (status !== 0) failures.push(`✖ ${name}\n${failureOf(output)}`)
  }
}

/**
 * Runs the files in groups with node's own test runner, one process per group and as many at a time as there are lanes.
 * A process per file would load the same modules four hundred times. The output of a group is shown when it ends, that
 * of a single one while it runs. Of all tests, files that failed run once more at the end, on their own: a failure that
 * does not repeat is reported as unstable.
 */
async function test(files) {
  const waiting = groupFiles(files)
  const failed = []
  const isOnly = waiting.length === 1
  // One more than there are processors: browser tests and timeout tests mostly wait.
  const lanes = Array.from({ length: availableParallelism() + 1 }, async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const result = await testGroup(group, isOnly)
      if (result.failed && isSelection) {
        failures.push(`✖ ${group.name}\n${result.failure}`)
        add(result)
      } else if (result.failed) failed.push({ ...group, result })
      else add(result)
    }
  })
  await Promise.all(lanes)
  for (const { name, files, result } of failed) {
    const again = await testGroup({ name: `${name}, again`, files: failingFiles(result.failure, files) })
    const report = `✖ ${name}\n${result.failure}`
    if (again.failed) {
      failures.push(report)
      add(result)
    } else {
      unstable.push(report)
      // A process that died reported no counts: then the whole group runs again.
      add(result.passed ? { ...result, passed: result.passed + result.failed, failed: 0 } : again)
    }
  }
}

function add({ passed, failed, skipped }) {
  count.passed += passed
  count.failed += failed
  count.skipped += skipped
}

/** Reads the closing counts of the runner; a process that dies without them has failed. */
async function testGroup({ name, files }, isShownLive = false) {
  console.log(`… ${name}: ${files.length} files`)
  const args = [
    '--disable-warning=ExperimentalWarning',
    // What the kernel takes from features is installed before any test, as every program does.
    '--import=./src/features/index.ts',
    '--test',
    '--test-isolation=none',
    '--test-reporter=spec',
    ...files,
  ]
  // Each process loads the same modules: compiled code is cached for the others.
  const compiled = path.join(root, '.cache', 'compiled')
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled, ...(chromium ? { CHROMIUM: chromium } : {}) }
  if (flags.includes('--without=postgres')) env.WITHOUT = 'postgres'
  const began = Date.now()
  const runner = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  const ended = new Promise((resolve) => runner.on('close', resolve))
  if (isShownLive)
    for (const stream of [runner.stdout, runner.stderr]) stream.on('data', (part) => process.stdout.write(part))
  const [said, complained] = await Promise.all([text(runner.stdout), text(runner.stderr)])
  const status = await ended
  console.log(
    `${isShownLive ? '' : `${said}${complained}`}${status === 0 ? '✔' : '✖'} ${name}: ${Math.round((Date.now() - began) / 1000)} s`,
  )
  const closing = Object.fromEntries(
    [...said.matchAll(/^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$/gm)].map(([, key, number]) => [
      key,
      Number(number),
    ]),
  )
  const failed = (closing.fail ?? 0) + (closing.cancelled ?? 0) || (status === 0 ? 0 : 1)
  return {
    passed: closing.pass ?? 0,
    failed,
    skipped: (closing.skipped ?? 0) + (closing.todo ?? 0),
    failure: failed ? failureOf(`${said}${complained}`) : '',
  }
}
