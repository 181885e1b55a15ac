import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { describeFault } from '../../../src/apps/cli/faults.ts'
import { Unavailable } from '../../../src/platform/unavailable.ts'
import { EngineFault } from '../../../src/vision/engine.ts'
import { freshSession } from '../../storage/sample.ts'
import { TEST_TENANT } from '../../support/databases.ts'
import { startS3 } from '../../support/s3.ts'
import { commandLine, played, setEnvironment } from './command-line.ts'

describe('an ordinary fault', () => {
  const limen = commandLine()
  after(limen.remove)

  /** One command under these settings, in this process. */
  async function under(settings: Record<string, string>, words = ['tenants', 'list']) {
    const back = setEnvironment({ DATA_DIR: limen.file('data'), ...settings })
    try {
      return await played(words)
    } finally {
      back()
    }
  }

  it('is one sentence: a database that cannot be reached, one of another kind, a folder that is a file', async () => {
    writeFileSync(limen.file('file'), 'x')
    for (const [settings, sentence] of [
      [{ DATABASE_URL: 'postgres://limen@127.0.0.1:1/limen' }, /the database cannot be reached: .*ECONNREFUSED/],
      [{ DATABASE_URL: 'mysql://limen@127.0.0.1/limen' }, /DATABASE_URL: .*postgres:\/\//],
      [{ DATA_DIR: limen.file('file') }, /a folder is needed there/],
      [{ DATA_DIR: limen.file('file/below') }, /a folder is needed there/],
      [{ POLICY_FILE: limen.file('none.json') }, /POLICY_FILE: .*ENOENT/],
    ] as const) {
      const { status, stderr } = await under(settings)
      assert.ok(status === 1 || status === 2, JSON.stringify(settings))
      assert.match(stderr, sentence)
      assert.doesNotMatch(stderr, /^\s+at /m)
    }
  })

  it('is one sentence: a database file that is none, and a key that is none', async () => {
    const [broken, keyless] = [limen.file('broken'), limen.file('keyless')]
    for (const folder of [broken, keyless]) mkdirSync(folder)
    writeFileSync(
      `${broken}/limen.db`,
      'this is text, and long enough to be taken for the head of a database file\n'.repeat(9),
    )
    writeFileSync(`${keyless}/master.key`, '')
    assert.match(
      (await under({ DATA_DIR: broken })).stderr,
      /^the database in DATA_DIR cannot be used: .*not a database$/,
    )
    assert.match((await under({ DATA_DIR: keyless })).stderr, /^a master key is 32 bytes/)
    assert.equal(readFileSync(`${keyless}/master.key`, 'utf8'), '', 'nothing was written over it')
  })

  it('is one sentence: pictures that cannot be reached, or no longer, while a backup is put back', async (t) => {
    const taken = commandLine()
    t.after(taken.remove)
    await taken.stored(async (storage) => {
      await storage.tenants.create(TEST_TENANT)
      for (let count = 0; count < 2; count++) {
        const session = freshSession()
        await storage.sessions.create(session)
        const original_FRONT = await storage.images.put(session.id, randomBytes(3000))
        await storage.sessions.save({ ...session, images: { FRONT: { original_FRONT } } })
      }
    })
    assert.equal((await under({ DATA_DIR: taken.file('.') }, ['backup', taken.file('backup')])).status, 0)

    const s3 = await startS3()
    t.after(s3.stop)
    const way = await endAfterOnePicture(s3.url)
    const target = limen.file('restored')
    mkdirSync(target)
    copyFileSync(taken.file('master.key'), `${target}/master.key`)
    const { accessKeyId, secretAccessKey } = s3.credentials
    const restore = (IMAGES_URL: string) =>
      under({ DATA_DIR: target, IMAGES_URL, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }, [
        'restore',
        taken.file('backup'),
        '--yes',
      ])
    for (const when of ['after the first picture', 'from the beginning']) {
      const { status, stderr } = await restore(way.url)
      assert.equal(status, 1, when)
      assert.match(
        stderr,
        /^S3 PUT got no (?:complete )?answer: .*; is it running, and do DATABASE_URL and IMAGES_URL name it\?$/m,
      )
      assert.doesNotMatch(stderr, /^\s+at /m)
    }
    assert.equal(way.pictures(), 1)
    assert.match((await restore(s3.url)).stdout, /is restored: \d+ rows, 2 pictures/)
  })

  it('names what was not permitted, what does not answer, and what the engine said', () => {
    const denied = Object.assign(new Error("EACCES: permission denied, mkdir '/data'"), {
      code: 'EACCES',
      syscall: 'mkdir',
    })
    assert.match(describeFault(denied)?.sentence ?? '', /mkdir '\/data': the user of this command may not write there/)
    const s3 = new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9000'), {
        code: 'ECONNREFUSED',
        syscall: 'connect',
      }),
    })
    assert.deepEqual(describeFault(s3), { sentence: 'connect ECONNREFUSED 127.0.0.1:9000', exitCode: 1 })
    assert.match(describeFault(new Unavailable('the pictures cannot be reached'))?.sentence ?? '', /IMAGES_URL/)
    assert.equal(describeFault(new EngineFault('out of time\n    at x'))?.sentence, 'the engine failed: out of time')
  })

  it('is not a bug: that keeps its stack', () => {
    assert.equal(describeFault(new TypeError('x is not a function')), undefined)
    assert.equal(describeFault('text'), undefined)
  })
})

/** A way to a store that passes one picture on, and then is gone. */
async function endAfterOnePicture(imagesUrl: string) {
  const behind = new URL(new URL(imagesUrl).searchParams.get('endpoint') ?? '')
  let put = 0
  const way = createServer((from, answer) => {
    if (from.method === 'PUT' && ++put > 1) {
      way.close()
      way.closeAllConnections()
      return
    }
    const { method, headers, url: path } = from
    from.pipe(
      request({ host: behind.hostname, port: behind.port, method, headers, path }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers)
        got.pipe(answer)
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  const url = new URL(imagesUrl)
  url.searchParams.set('endpoint', `http://127.0.0.1:${(way.address() as AddressInfo).port}`)
  return { url: url.href, pictures: () => put - 1 }
}
