import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { added, type Copy, carryOut, examplesOf } from './carry-out.ts'

const GUIDES = [
  'docs/adding-a-factor.md',
  'docs/adding-a-check.md',
  'docs/adding-a-document.md',
  'docs/adding-a-model.md',
  'docs/adding-an-endpoint.md',
  'docs/adding-a-command.md',
  'docs/adding-a-feature.md',
  'docs/adding-a-setting.md',
]
const root = fileURLToPath(new URL('../..', import.meta.url))

describe('what the guides say, done on a copy of the tree', () => {
  let copy: Copy
  before(() => {
    copy = carryOut(GUIDES)
  })
  after(() => copy.remove())

  it('each has an example', () => {
    for (const guide of GUIDES) assert.ok(examplesOf(guide).length > 0, guide)
  })

  it('the types are right', () => {
    const files = GUIDES.flatMap(examplesOf).filter(({ file }) => file.endsWith('.ts'))
    const project = {
      extends: './tsconfig.json',
      include: ['src/**/*.d.ts'],
      files: [...new Set(files.map(({ file }) => file))],
    }
    writeFileSync(copy.path('tsconfig.examples.json'), JSON.stringify(project))
    const tsc = [`${root}/node_modules/typescript/bin/tsc`, '-p', 'tsconfig.examples.json', '--checkers', '1']
    const { status, stdout } = spawnSync(process.execPath, tsc, { cwd: copy.path('.'), encoding: 'utf8' })
    assert.equal(status, 0, stdout)
  })

  it('a factor is in the results, the explanation, the console, the policy and the OpenAPI document', async () => {
    const { startConsole, signIn, waitingSession } =
      await copy.load<typeof import('../apps/console/console.ts')>('test/apps/console/console.ts')
    const test = await startConsole()
    try {
      const { sessionId, integrator } = await waitingSession(test)
      const reviewer = await signIn(test, 'ada')
      const admin = await signIn(test, 'chief')

      const seen = (await reviewer.call('GET', `cases/${sessionId}`)).json<CaseView>()
      const factor = seen.explanation?.factors.find(({ name }) => name === 'namedCountry')
      assert.deepEqual(
        { question: factor?.question, reason: factor?.reason, level: factor?.level, used: factor?.used },
        {
          question: 'Does the document name the country that issued it?',
          reason: 'The document names XOM.',
          level: 'HIGH',
          used: { country: 'XOM' },
        },
      )

      await reviewer.call('POST', `cases/${sessionId}/verdict`, { verdict: 'approve', reason: 'looked at' })
      const { verifications } = (await integrator.get(`${sessionId}/decision/results`)).json()
      assert.deepEqual(verifications.namedCountry, { score: 100, level: 'HIGH' })

      const policy = (await admin.call('GET', 'tenants/acme/policy')).body
      assert.match(policy, /namedCountry/)
      const { components } = (await test.app.inject('/openapi.json')).json()
      assert.ok(components.schemas.Verifications.properties.namedCountry)
    } finally {
      await test.close()
    }
  })

  it('a feature has its result, in the interface and in the OpenAPI document', async () => {
    const { startTestApp } = await copy.load<typeof import('../support/app.ts')>('test/support/app.ts')
    const { startSession } = await copy.load<typeof import('../api/client.ts')>('test/api/client.ts')
    const test = await startTestApp()
    try {
      const { sessionId, person, integrator } = await startSession(test)
      await person.document()
      await person.face()
      await person.complete()
      const result = (await integrator.get(`${sessionId}/timeline/result`)).json()
      assert.equal(result.createdDateUtc, test.clock.now.toISOString())
      const { components, paths } = (await test.app.inject('/openapi.json')).json()
      assert.ok(components.schemas.TimelineResult)
      assert.ok(paths['/api/v1/data/{sessionId}/timeline/result'])
    } finally {
      await test.close()
    }
  })

  it('a setting is in the interface of the console, in its range, and in the rule', async () => {
    const { startConsole, signIn } =
      await copy.load<typeof import('../apps/console/console.ts')>('test/apps/console/console.ts')
    const { dueFrom } =
      await copy.load<typeof import('../../src/kernel/review/review.ts')>('src/kernel/review/review.ts')
    const test = await startConsole()
    try {
      const admin = await signIn(test, 'chief')
      const review = async (settings: object) => {
        const answer = await admin.call('PATCH', 'tenants/acme', settings)
        return answer.statusCode === 200 ? answer.json().review.graceHours : answer.statusCode
      }
      assert.equal(await review({}), 0)
      assert.equal(await review({ graceHours: 24 }), 24)
      assert.equal(await review({ graceHours: 169 }), 400)
      const settings = (await test.ports.tenants.load('acme'))?.settings
      assert.ok(settings)
      const due = dueFrom(new Date('2026-11-19T12:00:00Z'), { ...settings, reviewHours: 2 })
      assert.equal(due.dueAt, '2026-11-20T14:00:00.000Z')
    } finally {
      await test.close()
    }
  })

  it('a setting without one of its lines is an error of types', () => {
    const [descriptor, rule] = examplesOf('docs/adding-a-setting.md')
    const lines = (descriptor?.code ?? '').split('\n').filter((line) => line.startsWith('+'))
    const left = lines.map((line, at) => ({ line, at })).slice(1, -1)
    const source = readFileSync(copy.path('src/kernel/tenants/kernel-settings.ts'), 'utf8')
    const reads = `\nexport const hours: number = kernelSettings.graceHours.fallback\n`
    const variants = left.map(({ line, at }) => {
      const file = `src/kernel/tenants/without-${at}.ts`
      const without = lines.filter((each) => each !== line).map((each) => each.slice(1))
      const whole = lines.map((each) => each.slice(1)).join('\n')
      assert.ok(source.includes(whole))
      writeFileSync(copy.path(file), source.replace(whole, without.join('\n')) + reads)
      return file
    })
    // The rule without the descriptor.
    const bare = 'src/kernel/tenants/without-descriptor.ts'
    writeFileSync(copy.path(bare), source.replace(lines.map((each) => each.slice(1)).join('\n'), '') + reads)
    assert.match(rule?.code ?? '', /kernelSettings\.graceHours\.fallback/)
    const project = { extends: './tsconfig.json', include: [], files: ['src/features/index.ts', ...variants, bare] }
    writeFileSync(copy.path('tsconfig.variants.json'), JSON.stringify(project))
    const tsc = [`${root}/node_modules/typescript/bin/tsc`, '-p', 'tsconfig.variants.json', '--checkers', '1']
    const { stdout } = spawnSync(process.execPath, tsc, { cwd: copy.path('.'), encoding: 'utf8' })
    for (const file of [...variants, bare]) assert.ok(stdout.includes(file), `${file} is no error\n${stdout}`)
  })

  it('a check is in the list, in the reading, in the factor and among what is shown', async () => {
    const { readPage } = await copy.load<typeof import('../../src/vision/document/read-page.ts')>(
      'src/vision/document/read-page.ts',
    )
    const { openReadEngine } =
      await copy.load<typeof import('../../src/vision/read-engine.ts')>('src/vision/read-engine.ts')
    const { DEFAULT_SETTINGS } =
      await copy.load<typeof import('../../src/vision/settings.ts')>('src/vision/settings.ts')
    const { checks } = await copy.load<typeof import('../../src/vision/document/checks/index.ts')>(
      'src/vision/document/checks/index.ts',
    )
    const { documentAuthenticity } = await copy.load<
      typeof import('../../src/features/document/factors/document-authenticity.ts')
    >('src/features/document/factors/document-authenticity.ts')
    const { drawSpecimen } = await copy.load<typeof import('../../packages/specimen/src/draw/draw-specimen.ts')>(
      'packages/specimen/src/draw/draw-specimen.ts',
    )
    const { decode } =
      await copy.load<typeof import('../../src/vision/picture/decode.ts')>('src/vision/picture/decode.ts')
    const { front } = await drawSpecimen({ kind: 'td2', country: 'UTO', seed: 7 })
    const check = checks.at(-1)
    assert.ok(check && 'judgePicture' in check && check.name === 'colour')
    const sight = { photo: await decode(front), quad: [] } as unknown as Parameters<typeof check.judgePicture>[1]
    const { authenticity } = await check.judgePicture({} as Parameters<typeof check.judgePicture>[0], sight)
    assert.ok(((authenticity as Scored).colour?.score ?? 0) > 50)

    const grey = await sharp(front).grayscale().jpeg().toBuffer()
    const { value: read } = await openReadEngine(DEFAULT_SETTINGS).read((context) => readPage(context, grey))
    assert.ok(read.ok)
    const { reading } = read.value
    assert.deepEqual((reading.authenticity as Scored).colour, { score: 0 })
    const evidence = { document: { pages: [reading] }, steps: ['document'], mode: 'test' }
    const found = documentAuthenticity.find(evidence as unknown as Parameters<typeof documentAuthenticity.find>[0])
    assert.match(found && 'reason' in found ? found.reason : '', /The picture of the FRONT has no colour\./)
  })

  it('a command has help, and says in a sentence what it cannot do', async () => {
    const { played } = await copy.load<typeof import('../apps/cli/command-line.ts')>('test/apps/cli/command-line.ts')
    const help = await played(['sessions', 'show', '--help'])
    assert.deepEqual([help.status, help.stderr], [0, ''])
    assert.match(help.stdout, /^usage: npm run cli -- sessions show SESSION \[options\]\n/)
    const wrong = await played(['sessions', 'show', 'x', '--tennant', 'acme'])
    assert.deepEqual([wrong.status, wrong.stderr], [2, 'sessions show has no option --tennant; did you mean --tenant?'])
  })

  it('an endpoint answers, refuses strangers and is in the OpenAPI document', async () => {
    const { startTestApp } = await copy.load<typeof import('../support/app.ts')>('test/support/app.ts')
    const { startSession } = await copy.load<typeof import('../api/client.ts')>('test/api/client.ts')
    const test = await startTestApp()
    try {
      const { sessionId, integrator, person } = await startSession(test)
      assert.deepEqual((await integrator.get(`${sessionId}/sides`)).json(), { sides: [] })
      await person.document()
      assert.deepEqual((await integrator.get(`${sessionId}/sides`)).json(), { sides: ['FRONT'] })
      assert.equal((await integrator.get('no-such-session/sides')).statusCode, 404)
      assert.equal((await test.app.inject(`/api/v1/data/${sessionId}/sides`)).statusCode, 401)
      const { paths, components } = (await test.app.inject('/openapi.json')).json()
      assert.equal(paths['/api/v1/data/{sessionId}/sides'].get.operationId, 'readSides')
      assert.ok(components.schemas.SidesResponse)
    } finally {
      await test.close()
    }
  })

  it('a document of the catalogue is known on a specimen, with its year', async () => {
    const { readPage } = await copy.load<typeof import('../../src/vision/document/read-page.ts')>(
      'src/vision/document/read-page.ts',
    )
    const { openReadEngine } =
      await copy.load<typeof import('../../src/vision/read-engine.ts')>('src/vision/read-engine.ts')
    const { DEFAULT_SETTINGS } =
      await copy.load<typeof import('../../src/vision/settings.ts')>('src/vision/settings.ts')
    const { drawSpecimen } = await copy.load<typeof import('../../packages/specimen/src/draw/draw-specimen.ts')>(
      'packages/specimen/src/draw/draw-specimen.ts',
    )
    const { front } = await drawSpecimen({ kind: 'td2', country: 'UTO', seed: 7 })
    const { value: read } = await openReadEngine(DEFAULT_SETTINGS).read((context) => readPage(context, front))
    assert.ok(read.ok)
    const { model, releaseYear, documentName } = read.value.reading
    assert.deepEqual(
      { model, releaseYear, documentName },
      { model: 'UTO-IDENTITY_CARD-2', releaseYear: '2010', documentName: 'Utopia - Identity Card (2010)' },
    )
  })

  it('a model of one’s own takes its slot, and is refused with another’s checksum', async () => {
    const { openNets } =
      await copy.load<typeof import('../../src/vision/nets/runtime.ts')>('src/vision/nets/runtime.ts')
    const file = copy.path('own/models.json')
    const written = readFileSync(file, 'utf8')
    const net = copy.path('own/occlusion.onnx')
    copyFileSync(`${root}/models/occlusion.onnx`, net)
    const sha256 = createHash('sha256').update(readFileSync(net)).digest('hex')
    const stated = written.replaceAll('SHA256 OF occlusion.onnx', sha256)
    assert.notEqual(stated, written)

    writeFileSync(file, stated)
    const model = await openNets({ overrides: file }).get('face-occlusion')
    assert.equal(model.entry.origin, 'trained by us on our own pictures')
    const face = { data: new Float32Array(3 * 112 * 112), dims: [1, 3, 112, 112] }
    assert.deepEqual((await model.run({ face })).covered?.dims, [1, 2])

    writeFileSync(file, stated.replace(sha256, '0'.repeat(64)))
    assert.throws(() => openNets({ overrides: file }), /measured with another model/)
    writeFileSync(file, stated.replaceAll(sha256, '0'.repeat(64)))
    await assert.rejects(openNets({ overrides: file }).get('face-occlusion'), /is not the one that was measured/)
    writeFileSync(file, stated.replace('"sure"', '"certain"'))
    assert.throws(() => openNets({ overrides: file }), /state sure as measured with this model/)
  })
})

interface Scored {
  colour?: { score: number }
}

interface CaseView {
  explanation?: { factors: { name: string; question: string; reason: string; level: string; used: object }[] }
}

describe('lines of a guide that are added to a file', () => {
  it('stand before the line that follows them, or after the one before', () => {
    assert.equal(added('a\nb\nc\n', ' a\n+x\n', 'f'), 'a\nx\nb\nc\n')
    assert.equal(added('a\nb\nc\n', '+x\n b\n c\n+y', 'f'), 'a\nx\nb\nc\ny\n')
    assert.equal(added('a\nb\nc\n', ' a\n-b\n+x\n', 'f'), 'a\nx\nc\n')
  })

  it('are refused where the file does not have the lines around them', () => {
    assert.throws(() => added('a\n', ' b\n+x', 'f'), /f has no line "b"/)
  })
})
