import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { accept } from '../../src/formats/result.ts'
import { freePort, type Stage, startStage } from '../e2e/support/stage.ts'
import { passport, writtenEngine } from '../support/app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const programsOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, program = '']) => program)

describe('what an integrator installs, from an empty folder, by the commands as they are printed', () => {
  const examples = read('docs/examples/README.md')
  let stage: Stage
  let folder: string
  let environment: Record<string, string | undefined>
  before(async () => {
    const engine = writtenEngine()
    engine.page = async () => accept(passport())
    stage = await startStage({ engine })
    folder = await mkdtemp(join(tmpdir(), 'limen-packing-'))
    // As a user's own shell has it: without what `npm test` tells its programs.
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)))
    environment = {
      ...own,
      npm_config_offline: 'true',
      LIMEN_URL: stage.base,
      LIMEN_USERNAME: stage.login.username,
      LIMEN_PASSWORD: stage.login.password,
    }
  })
  after(async () => {
    await stage.close()
    await rm(folder, { recursive: true, force: true })
  })
  const shell = async (program: string) => {
    const typed = program.replaceAll('PATH_TO_LIMEN', root).replace(/^export LIMEN_URL=.*\n/m, '')
    return (await run('sh', ['-ec', typed], { cwd: folder, env: environment })).stdout
  }

  it('the pictures of the demo are fetched, and an example plays a session with them', async (t) => {
    const [program = ''] = programsOf(examples, 'sh')
    if (!(await run('python3', ['--version']).catch(() => undefined))) return t.skip('there is no python3 here')
    assert.match(await shell(program), /^AUTO_APPROVED$/m)
  })

  it('the client is packed and installed under npm’s own package.json, and plays a session', async () => {
    const [, program = ''] = programsOf(examples, 'sh')
    await shell('curl -so passport.jpg $LIMEN_URL/demo/pictures/passport.jpg; cp passport.jpg selfie.jpg')
    assert.match(await shell(program), /^AUTO_APPROVED$/m)
  })

  it('the shop opens in the same folder', async () => {
    const [, , , program = ''] = programsOf(examples, 'sh')
    const [copied = '', started = ''] = program.trim().split('\n')
    await shell(copied)
    assert.equal(started, 'node shop.mts')
    const SHOP_URL = `http://127.0.0.1:${await freePort()}`
    const shop = spawn(process.execPath, ['shop.mts'], {
      cwd: folder,
      env: { ...environment, SHOP_URL },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      for await (const line of createInterface({ input: shop.stdout })) {
        assert.equal(line, `the shop is open: ${SHOP_URL}`)
        break
      }
      const opened = await fetch(`${SHOP_URL}/enrolment`, { method: 'POST' })
      assert.match(((await opened.json()) as { webEnrolmentUrl: string }).webEnrolmentUrl, /web-enrolment\/\?token=/)
    } finally {
      shop.kill()
    }
  })

  it('the client can be required, and brings licence, types, and maps that lead to its source', async () => {
    const installed = join(folder, 'node_modules/limen-client')
    const required = await shell(`node -e "console.log(typeof require('limen-client').createClient)"`)
    assert.equal(required.trim(), 'function')
    assert.equal(await readFile(join(installed, 'LICENSE'), 'utf8'), read('LICENSE'))
    assert.equal(read('packages/embed/LICENSE'), read('LICENSE'))
    for (const name of ['index.js.map', 'index.d.ts.map']) {
      const { sources } = JSON.parse(await readFile(join(installed, 'dist', name), 'utf8')) as { sources: string[] }
      for (const source of sources) assert.ok(existsSync(join(installed, 'dist', source)), source)
    }
  })

  it('the programs of its README compile in strict mode', async () => {
    const samples = programsOf(read('packages/client/README.md'), 'ts')
    assert.equal(samples.length, 2)
    const files = samples.map((_, at) => `sample-${at}.mts`)
    for (const [at, file] of files.entries()) await writeFile(join(folder, file), samples[at] ?? '')
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', ...types]
    await run(process.execPath, [compiler, ...options, '--ignoreConfig', ...files, 'session.mts', 'shop.mts'], {
      cwd: folder,
    }).catch(({ stdout }: { stdout: string }) => assert.fail(stdout))
  })

  it('a package that there is not is one sentence', async () => {
    const { code, stderr } = await run(process.execPath, [join(root, 'tools/pack.mjs'), 'clinet']).then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    )
    assert.equal(code, 2)
    assert.match(stderr, /there is no package 'clinet'; usage: npm run pack -- client embed/)
  })
})
