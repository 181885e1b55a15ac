import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { JPEG, startTestApp, type TestApp } from '../support/app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** How each example is run; a language that is not on this machine is said to be skipped. */
const LANGUAGES: { file: string; needs: string; with: (file: string) => [string, ...string[]] }[] = [
  { file: 'session.sh', needs: 'curl', with: (file) => ['sh', file] },
  { file: 'session.mts', needs: process.execPath, with: (file) => [process.execPath, file] },
  { file: 'session.py', needs: 'python3', with: (file) => ['python3', file] },
  { file: 'Session.java', needs: 'java', with: (file) => ['java', file] },
  { file: 'session.go', needs: 'go', with: (file) => ['go', 'run', file] },
  { file: 'session.php', needs: 'php', with: (file) => ['php', file] },
  { file: 'Session.cs', needs: 'dotnet', with: () => ['dotnet', 'run', '--'] },
]
const PROJECT = `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
<TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup></Project>`

describe('the example of a session', () => {
  let test: TestApp
  let folder: string
  let environment: NodeJS.ProcessEnv
  before(async () => {
    test = await startTestApp()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const [username = '', password = ''] = atob((await test.login()).replace('Basic ', '')).split(':')
    const { port } = test.app.server.address() as AddressInfo
    environment = {
      ...process.env,
      LIMEN_URL: `http://127.0.0.1:${port}`,
      LIMEN_USERNAME: username,
      LIMEN_PASSWORD: password,
    }
    folder = await mkdtemp(join(tmpdir(), 'limen-languages-'))
    await writeFile(join(folder, 'picture.jpg'), JPEG)
    await writeFile(join(folder, 'session.csproj'), PROJECT)
    const client = join(folder, 'node_modules/limen-client')
    await mkdir(client, { recursive: true })
    await copyFile(join(root, 'packages/client/package.json'), join(client, 'package.json'))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [compiler, '-p', join(root, 'packages/client'), '--outDir', join(client, 'dist')])
  })
  after(async () => {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  })

  for (const { file, needs, with: command } of LANGUAGES) {
    const missing = spawnSync(needs, ['--version'], { stdio: 'ignore' }).error && `there is no ${needs} here`
    it(`in ${file} plays one`, { skip: missing ?? false }, async () => {
      await copyFile(join(root, 'docs/examples', file), join(folder, file))
      const [program, ...args] = command(file)
      const options = { cwd: folder, env: environment }
      const { stdout } = await run(program, [...args, 'picture.jpg', 'picture.jpg'], options)
      assert.equal(stdout.trim(), 'AUTO_APPROVED')
    })
  }

  it('says what was refused, and why', async () => {
    test.engine.face = async () => ({ ok: false, refusal: 'FACE_NOT_FOUND' })
    const script = run('sh', ['session.sh', 'picture.jpg', 'picture.jpg'], { cwd: folder, env: environment })
    await assert.rejects(script, /refused: .*FACE_NOT_FOUND/)
  })
})
