import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { JPEG, startTestApp, type TestApp } from '../support/app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const openapi = join(root, 'openapi.json')

const BEGINNING = `
const [baseUrl = '', authorization = '', imageBase = ''] = process.argv.slice(2)
const certain = <Answer>(answer: { data?: Answer; error?: unknown }): Answer => {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error))
  return answer.data
}
`

/** Two generators: how each is run in a folder, and a session by what it makes, as one of its users would write it. */
const GENERATORS = {
  'openapi-typescript with openapi-fetch': {
    command: ['openapi-typescript/bin/cli.js', openapi, '-o', 'service.ts'],
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './service.js'
${BEGINNING}
const api = createClient<paths>({ baseUrl, headers: { authorization } })
const { sessionId, accessToken } = certain(await api.POST('/api/v1/enrolment/initialize', { body: { externalId: 'order-17' } }))
const session = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${accessToken}\` } })
const document = certain(await session.POST('/api/v1/enrolment/document', { body: { imageBase } }))
const face = certain(await session.POST('/api/v1/enrolment/face', { body: { imageBase } }))
if (document.hasError || face.hasError) throw new Error(document.error ?? face.error)
certain(await session.POST('/api/v1/enrolment/complete'))
const params = { path: { sessionId } }
const { status } = certain(await api.GET('/api/v1/data/{sessionId}/status', { params }))
const { decision } = certain(await api.GET('/api/v1/data/{sessionId}/decision/results', { params }))
const gone = await api.GET('/api/v1/data/{sessionId}/status', { params: { path: { sessionId: crypto.randomUUID() } } })
console.log(status, decision.level, gone.error?.code)
`,
  },
  '@hey-api/openapi-ts': {
    command: [
      '@hey-api/openapi-ts/bin/run.js',
      '-i',
      openapi,
      '-o',
      'service',
      '-c',
      '@hey-api/client-fetch',
      '-s',
      '--no-log-file',
    ],
    program: `
import { client } from './service/client.gen.js'
import { complete, initialize, readDecision, readStatus, submitDocument, submitFace } from './service/index.js'
${BEGINNING}
client.setConfig({ baseUrl })
const headers = { authorization }
const { sessionId, accessToken } = certain(await initialize({ body: { externalId: 'order-17' }, headers }))
const auth = accessToken
const document = certain(await submitDocument({ body: { imageBase }, auth }))
const face = certain(await submitFace({ body: { imageBase }, auth }))
if (document.hasError || face.hasError) throw new Error(document.error ?? face.error)
certain(await complete({ auth }))
const path = { sessionId }
const { status } = certain(await readStatus({ path, headers }))
const { decision } = certain(await readDecision({ path, headers }))
const gone = await readStatus({ path: { sessionId: crypto.randomUUID() }, headers })
console.log(status, decision.level, gone.error?.code)
`,
  },
}

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    rootDir: '.',
    outDir: 'out',
  },
  include: ['*.ts', 'service'],
}

describe('clients generated from openapi.json', () => {
  let test: TestApp
  let generators: string
  let address: string
  let login: string
  before(async () => {
    const tools = await import(new URL('../../tools/generators.mjs', import.meta.url).href)
    await tools.ensureGenerators()
    generators = tools.generators
    test = await startTestApp()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
    login = await test.login()
  })
  after(() => test?.close())

  for (const [name, { command, program }] of Object.entries(GENERATORS))
    it(`by ${name} compile, and play a session`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'limen-generated-'))
      const node = (...args: string[]) => run(process.execPath, args, { cwd: folder })
      try {
        await symlink(join(generators, 'node_modules'), join(folder, 'node_modules'))
        await writeFile(join(folder, 'package.json'), '{"type": "module"}')
        await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
        const [generator = '', ...args] = command
        await node(join(generators, 'node_modules', generator), ...args)
        await writeFile(join(folder, 'session.ts'), program)
        await node(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')
        const { stdout } = await node('out/session.js', address, login, JPEG.toString('base64'))
        assert.equal(stdout.trim(), 'AUTO_APPROVED HIGH NOT_FOUND')
      } catch (error) {
        // The compiler tells on its output what is wrong.
        if (error instanceof Error && 'stdout' in error) error.message += `\n${error.stdout}`
        throw error
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
})
