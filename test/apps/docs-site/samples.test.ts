import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type Samples, samplesOf } from '../../../src/apps/docs-site/reference/article.ts'
import { entriesOf, type OpenApi, recorded } from '../../../src/apps/docs-site/reference/document.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'

const openapi = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as OpenApi
const run = promisify(execFile)

/** A session from its pictures to its end, by the very text that the reference shows; initialize comes before. */
const PLAYED = [
  'enrolmentState',
  'joinDevice',
  'submitDocument',
  'submitFace',
  'complete',
  'readStatus',
  'readDecision',
  'explainDecision',
  'readDocumentResult',
  'readFaceResult',
  'listImages',
  'readImage',
  'readEvidence',
  'readEvidenceKey',
  'listSessions',
  'deleteSession',
]

/** How the pieces of a language become one program: what the reader has to give, each piece by itself, and the call. */
const LANGUAGES = {
  curl: {
    file: 'calls.sh',
    program: ['sh', '-e'],
    given: (values: Record<string, string>) => Object.entries(values).map(([name, value]) => `${name}='${value}'`),
    piece: (code: string) => `${code.replace(/^curl /, 'curl -sS --fail-with-body ')}\necho`,
  },
  TypeScript: {
    file: 'calls.ts',
    program: [process.execPath, '--disable-warning=ExperimentalWarning'],
    given: (values: Record<string, string>) =>
      Object.entries(values).map(([name, value]) => `const ${name} = '${value}'`),
    piece: (code: string) => {
      const [, imports = ''] = /^import (\{.*\}) from 'node:fs\/promises'/.exec(code) ?? []
      const body = code.replace(/^import .*\n+/, imports ? `const ${imports} = await import('node:fs/promises')\n` : '')
      return `{\n${body}\nif (!answer.ok) throw new Error(String(answer.status))\n}`
    },
  },
  Python: {
    file: 'calls.py',
    program: ['python3'],
    given: (values: Record<string, string>) => Object.entries(values).map(([name, value]) => `${name} = '${value}'`),
    piece: (code: string) => code,
  },
} satisfies Record<keyof Samples, object>

describe('the calls that the reference shows', () => {
  let test: TestApp
  let folder: string
  let values: Record<string, string>
  before(async () => {
    test = await startTestApp()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    folder = await mkdtemp(join(tmpdir(), 'limen-samples-'))
    for (const name of ['passport.jpg', 'selfie.jpg']) await writeFile(join(folder, name), JPEG)
    const [username = '', password = ''] = atob((await test.login()).replace('Basic ', '')).split(':')
    const { port } = test.app.server.address() as AddressInfo
    values = { LIMEN_URL: `http://127.0.0.1:${port}`, LIMEN_USERNAME: username, LIMEN_PASSWORD: password }
  })
  after(async () => {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  })

  for (const [language, { file, program, given, piece }] of Object.entries(LANGUAGES)) {
    const [command = '', ...args] = program
    const missing = language === 'curl' ? 'curl' : command
    const skip = spawnSync(missing, ['--version'], { stdio: 'ignore' }).error ? `there is no ${missing} here` : false
    it(`play a session in ${language}`, { skip }, async () => {
      const { LIMEN_URL, LIMEN_USERNAME, LIMEN_PASSWORD } = values
      const login = {
        authorization: `Basic ${btoa(`${LIMEN_USERNAME}:${LIMEN_PASSWORD}`)}`,
        'content-type': 'application/json',
      }
      const opened = await fetch(`${LIMEN_URL}/api/v1/enrolment/initialize`, {
        method: 'POST',
        headers: login,
        body: '{}',
      })
      const { sessionId, accessToken } = (await opened.json()) as { sessionId: string; accessToken: string }
      const pieces = PLAYED.map((id) => {
        const entry = entriesOf(openapi).find((each) => each.id === id)
        const exchange = recorded[id]
        assert.ok(entry && exchange, id)
        return piece(samplesOf(entry, exchange)[language as keyof Samples])
      })
      const all = { ...values, SESSION_ID: sessionId, ACCESS_TOKEN: accessToken }
      await writeFile(join(folder, file), [...given(all), ...pieces].join('\n'))
      const { stdout } = await run(command, [...args, file], { cwd: folder })
      assert.match(stdout, /AUTO_APPROVED/)
      assert.deepEqual(await readFile(join(folder, 'primary_face.jpg')), JPEG)
      const afterwards = await fetch(`${LIMEN_URL}/api/v1/data/${sessionId}/status`, { headers: login })
      assert.equal(afterwards.status, 404)
    })
  }
})
