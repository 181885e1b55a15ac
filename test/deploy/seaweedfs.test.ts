import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { parseS3Url, s3Store } from '../../src/platform/objects/s3.ts'

const docker = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8', timeout: 300_000 })
const skip = docker('info').status === 0 ? false : 'no Docker engine runs here'

interface Compose {
  services: {
    s3: { image: string; command: string }
    node1: { environment: { IMAGES_URL: string } }
  }
}

describe('the S3 server of compose.yaml', { skip }, () => {
  it('makes the bucket of its nodes and keeps their pictures', { timeout: 600_000 }, async (t) => {
    const text = readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8')
    const { s3, node1 } = (parse(text, { merge: true }) as Compose).services
    const secret = ['-e', 'AWS_ACCESS_KEY_ID=limen', '-e', 'AWS_SECRET_ACCESS_KEY=a secret for this test']
    const started = docker('run', '-d', '--rm', '-p', '127.0.0.1::8333', ...secret, s3.image, ...s3.command.split(' '))
    assert.equal(started.status, 0, started.stderr)
    const id = started.stdout.trim()
    t.after(() => docker('kill', id))
    const [address = ''] = docker('port', id, '8333').stdout.trim().split('\n')
    const url = node1.environment.IMAGES_URL.replace('http://s3:8333', `http://${address}`)
    assert.equal(parseS3Url(url).mayCreate, true)
    const store = s3Store(url, { accessKeyId: 'limen', secretAccessKey: 'a secret for this test' })
    const isReady = () =>
      store.check().then(
        () => true,
        () => false,
      )
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 200))
    await store.put('session', 'picture', Buffer.from('there'))
    assert.equal(Buffer.from((await store.get('session', 'picture')) ?? []).toString(), 'there')
    assert.deepEqual(
      (await store.list()).objects.map(({ object }) => object),
      ['picture'],
    )
    await store.removeAll('session')
    assert.equal(await store.get('session', 'picture'), undefined)
  })
})
