import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../e2e/support/stage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('npm run release', () => {
  // Inside the repository, so that an installed package finds its dependencies above itself.
  const user = join(root, '.cache/new-user')
  const installed = join(user, 'node_modules/limen')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  let first: string
  before(async () => {
    first = await mkdtemp(join(tmpdir(), 'limen-release-'))
    await run(process.execPath, [join(root, 'tools/release.mjs'), first, '--without=images'])
    const { readTar } = await import(new URL('../../tools/convert/tar.mjs', import.meta.url).href)
    rmSync(user, { recursive: true, force: true })
    for (const name of ['limen', 'limen-client', 'limen-specimen']) {
      const files: Map<string, Buffer> = readTar(readFileSync(join(first, `${name}-${version}.tgz`)))
      for (const [path, bytes] of files) place(join(user, 'node_modules', name, path.replace(/^package\//, '')), bytes)
    }
  })
  after(async () => {
    await rm(first, { recursive: true, force: true })
    await rm(user, { recursive: true, force: true })
  })

  it('writes the same bytes a second time', async () => {
    const second = await mkdtemp(join(tmpdir(), 'limen-release-'))
    await run(process.execPath, [join(root, 'tools/release.mjs'), second, '--without=images'])
    assert.ok(readdirSync(first).length >= 5)
    for (const name of readdirSync(first))
      assert.equal(sha256(readFileSync(join(second, name))), sha256(readFileSync(join(first, name))), name)
    await rm(second, { recursive: true })
  })

  it('tells what it is made of, as CycloneDX, and nothing that is for development alone', () => {
    const bill = JSON.parse(readFileSync(join(first, `limen-${version}.cdx.json`), 'utf8'))
    assert.equal(bill.bomFormat, 'CycloneDX')
    assert.equal(bill.metadata.component.name, 'limen') // and not that of the folder of this clone
    const names = new Set(bill.components.map(({ name }: { name: string }) => name))
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const installed = Object.entries<{ dev?: boolean; link?: boolean }>(packages)
      .filter(([place, { link }]) => place.includes('node_modules/') && !link)
      .map(([place, { dev }]) => ({ name: place.slice(place.lastIndexOf('node_modules/') + 13), dev }))
    const served = new Set(installed.filter(({ dev }) => !dev).map(({ name }) => name))
    for (const { name } of installed) assert.equal(names.has(name), served.has(name), name)
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) assert.ok(served.has(name), name)
    for (const name of ['typescript', 'vite', 'react', '@napi-rs/canvas']) assert.ok(!served.has(name), name)
  })

  it('has the digest of every file and of every model in it', () => {
    const check = (folder: string) => {
      const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
      for (const line of lines) {
        const [digest, name = ''] = line.split('  ')
        assert.equal(sha256(readFileSync(join(folder, name))), digest, name)
      }
      return lines.length
    }
    assert.equal(check(first), 12)
    assert.ok(check(installed) > 15)
  })

  describe('has an archive for this system, which npm installs into an empty folder without a registry', () => {
    const name = `limen-${version}-${process.platform}-${process.arch}`
    let folder: string
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'limen-empty-'))
      const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
      await run('npm', ['install', ...quiet, join(first, `${name}.tgz`)], { cwd: folder })
    })
    after(() => rm(folder, { recursive: true, force: true }))

    it('at most 250 MB large, with onnxruntime for one system', () => {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
      const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
      assert.ok(bytes < 250e6, `${Math.round(bytes / 1e6)} MB`)
      assert.equal(files.filter(({ name }) => name === 'onnxruntime_binding.node').length, 1)
    })

    // NEXT_NODE is the program of the next version of Node, where there is one.
    for (const node of [process.execPath, process.env.NEXT_NODE].filter((each) => each !== undefined))
      it(`plays a session and finds nothing wrong with itself: ${node === process.execPath ? process.version : node}`, async () => {
        const { PATH, HOME } = process.env
        const env = { PATH, HOME, PORT: '0', HOST: '127.0.0.1', DATA_DIR: await mkdtemp(join(folder, 'data-')) }
        const settings = { ENGINE_WORKERS: '1', ENGINE_WARM_UP: 'false', ENGINE_SECONDS: '300' }
        const limen = (command: string) => {
          const called = run(node, [join(folder, 'node_modules/.bin/limen'), command], {
            cwd: folder,
            env: { ...env, ...settings },
          })
          called.child.stdin?.end()
          return called
        }
        assert.match((await limen('try')).stdout, /\nAUTO_APPROVED\n/)
        const { stdout } = await limen('doctor')
        assert.match(stdout, /✔ models/)
        assert.doesNotMatch(stdout, /✖/)
      })
  })

  it('has a folder to build the image from, with every package locked by its digest', async (t) => {
    const name = `limen-${version}-container`
    const place = await mkdtemp(join(tmpdir(), 'limen-container-'))
    t.after(() => rm(place, { recursive: true }))
    await run('tar', ['-C', place, '-xzf', join(first, `${name}.tgz`)])
    const folder = join(place, name)
    const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8')
    assert.doesNotMatch(dockerfile, /tools\//)
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    assert.deepEqual(packages[''].dependencies, dependencies)
    const locked = Object.entries<{ integrity?: string; dev?: boolean }>(packages).slice(1)
    assert.ok(locked.length > 100)
    for (const [at, { integrity, dev }] of locked) assert.ok(integrity && !dev, at)
    // Whether npm takes the lock for that of this package.json; nothing is fetched.
    await run('npm', ['ci', '--dry-run', '--offline', '--omit=dev', '--ignore-scripts'], { cwd: folder })
    // What the image is filled with, by the commands of the file.
    assert.match(dockerfile, /COPY \. \/image\nRUN cd \/image && rm Dockerfile && npm ci --omit=dev /)
  })

  it('says where it comes from: commit, lock file, Node, and the digest of each file', async () => {
    const { subject, predicate } = JSON.parse(readFileSync(join(first, `limen-${version}.provenance.json`), 'utf8'))
    const { internalParameters, resolvedDependencies } = predicate.buildDefinition
    assert.equal(internalParameters.node, process.version)
    const lock = resolvedDependencies.find(({ name }: { name: string }) => name === 'package-lock.json')
    assert.equal(lock.digest.sha256, sha256(readFileSync(join(root, 'package-lock.json'))))
    const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: root }).catch(() => ({ stdout: '' }))
    const source = resolvedDependencies.find(({ name }: { name: string }) => name === 'source')
    assert.equal(source.digest?.gitCommit ?? '', stdout.trim())
    assert.equal(subject.length, readdirSync(first).length - 2)
    for (const { name, digest } of subject) assert.equal(digest.sha256, sha256(readFileSync(join(first, name))), name)
  })

  it('has the licence of every package, and of every model', () => {
    const text = readFileSync(join(first, `limen-${version}.licences.txt`), 'utf8')
    const bill = JSON.parse(readFileSync(join(first, `limen-${version}.cdx.json`), 'utf8'))
    for (const { name, version } of bill.components) assert.ok(text.includes(`\n${name} ${version}: `), name)
    assert.ok(text.includes(readFileSync(join(root, 'NOTICE'), 'utf8')))
    assert.match(text, /fastify \d.*: MIT\n-+\n(?:.*\n)*?.*Permission is hereby granted/)
  })

  it('carries no TypeScript to run, and no path of the machine it was made on', () => {
    const programs = readdirSync(join(installed, 'dist/server'))
    assert.ok(programs.includes('cli.js') && programs.includes('worker.js'))
    for (const name of programs) {
      assert.match(name, /\.js$/)
      assert.ok(!readFileSync(join(installed, 'dist/server', name), 'utf8').includes(root), name)
    }
  })

  it('draws specimens with a package of their own, from a folder of a new user', async () => {
    const program = join(user, 'node_modules/limen-specimen/bin/limen-specimen.mjs')
    const draw = (...args: string[]) => run(process.execPath, [program, ...args], { cwd: user })
    await draw('--kind', 'td3', '--seed', '7', '--out', 'passport')
    const { country } = JSON.parse(readFileSync(join(user, 'passport/truth.json'), 'utf8'))
    assert.deepEqual([country, existsSync(join(user, 'passport/front.jpg'))], ['UTO', true])
    await assert.rejects(draw('--kind', 'none'), ({ code, stderr }: { code: number; stderr: string }) => {
      return code === 2 && !stderr.includes('    at ')
    })
    const { dependencies } = JSON.parse(readFileSync(join(user, 'node_modules/limen-specimen/package.json'), 'utf8'))
    assert.ok(dependencies['@napi-rs/canvas'] && !dependencies.fastify && !dependencies['onnxruntime-node'])
  })

  it('draws them in a program too, which compiles in strict mode with the types of the package', async () => {
    const readme = readFileSync(join(user, 'node_modules/limen-specimen/README.md'), 'utf8')
    const program = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
    writeFileSync(join(user, 'draw.mts'), program)
    const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '--ignoreConfig', '--strict', '--noEmit']
    const options = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node']
    await run(process.execPath, [...compiler, ...options, 'draw.mts'], { cwd: user }).catch(
      ({ stdout }: { stdout: string }) => assert.fail(stdout),
    )
    const { stdout } = await run(process.execPath, ['draw.mts'], { cwd: user })
    assert.match(stdout, /^O'FABLE 2024-\d\d-\d\d \[\n {2}'P<UTO/)
    assert.ok(existsSync(join(user, 'passport.jpg')))
  })

  it('tries itself from a folder of a new user: a service is started, a session approved, and the service ended', async () => {
    const { PATH, HOME } = process.env
    const settings = {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: 'tried',
      ENGINE_WORKERS: '1',
      ENGINE_WARM_UP: 'false',
      ENGINE_SECONDS: '300',
    }
    const tried = run(process.execPath, [join(installed, 'bin/limen.mjs'), 'try'], {
      cwd: user,
      env: { PATH, HOME, ...settings },
    })
    tried.child.stdin?.end()
    const { stdout } = await tried
    assert.match(stdout, /API password \S+/)
    assert.match(stdout, /POST \/api\/v1\/enrolment\/document {2}passport\.jpg, \d+ kB\n {7}200 .*"type":"PASSPORT"/)
    assert.match(stdout, /\nAUTO_APPROVED\nscore \d+, level HIGH\n/)
    assert.match(stdout, /faceVerification +HIGH +\d+ {2}The selfie matches the portrait/)
    assert.match(stdout, /in the console {2}http:\/\/127\.0\.0\.1:\d+\/console\/sessions\/[\w-]{36}\n/)
    assert.match(stdout, /npx limen try/, 'the next step is one that a new user can type')
    assert.doesNotMatch(stdout, /eyJ/, 'no token is printed')
  })

  it('serves from a folder of a new user, who plays a session in twenty lines', async () => {
    const port = await freePort()
    const { child, greeting } = await start(join(installed, 'bin/limen.mjs'), port, user)
    try {
      assert.match(greeting, /npx limen credentials create/)
      const [, username = '', password = ''] = /API username (\S+)[\s\S]*?API password (\S+)/.exec(greeting) ?? []
      await cp(join(root, 'docs/examples/first-session.mjs'), join(user, 'first-session.mjs'))
      const args = ['first-session.mjs', `http://127.0.0.1:${port}`, username, password]
      const { stdout } = await run(process.execPath, args, { cwd: user })
      assert.match(stdout, /^approved\nPASSPORT \w{3} HIGH\n$/)
      assert.ok(existsSync(join(user, 'data/limen.db')))
      assert.ok(!existsSync(join(installed, 'data')))
    } finally {
      child.kill('SIGTERM')
    }
    await new Promise((resolve) => child.once('exit', resolve))
  })
})

function place(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}

/** Starts the installed service and waits until it is ready. */
async function start(program: string, port: number, cwd: string): Promise<{ child: ChildProcess; greeting: string }> {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    ENGINE_WORKERS: '1',
    ENGINE_WARM_UP: 'false',
    ENGINE_SECONDS: '120',
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], { cwd, env })
  let greeting = ''
  child.stdout.on('data', (chunk: Buffer) => {
    greeting += chunk
  })
  child.stderr.pipe(process.stderr)
  for (;;) {
    assert.equal(child.exitCode, null, `it ended: ${greeting}`)
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return { child, greeting }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
