import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { commandTable } from '../src/apps/cli/command-table.ts'
import { readConfig } from '../src/kernel/config.ts'

const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8')
const compose = read('compose.yaml')
const { IMAGES, pin } = (await import(new URL('../tools/pin-images.mjs', import.meta.url).href)) as {
  IMAGES: RegExp
  pin(text: string, digestOf: (name: string, tag: string) => Promise<string>): Promise<string>
}
const { reportOf } = (await import(new URL('../tools/vulnerabilities.mjs', import.meta.url).href)) as {
  reportOf(text: string): string[]
}
const { checkDigest } = (await import(new URL('../tools/prepare.mjs', import.meta.url).href)) as {
  checkDigest(file: string, expected: string): void
}

describe('the deployment as shipped', () => {
  it('takes no caller’s word for his address', () => {
    const nginx = read('nginx.conf')
    assert.match(nginx, /proxy_set_header X-Forwarded-For \$remote_addr;/)
    assert.doesNotMatch(nginx, /proxy_add_x_forwarded_for/)
    const [, trusted = ''] = /TRUST_PROXY: (\S+)/.exec(compose) ?? []
    assert.match(trusted, /^\d+\.\d+\.\d+\.\d+$/, 'one address, the balancer’s')
    assert.match(compose, new RegExp(`ipv4_address: ${trusted.replaceAll('.', '\\.')}`))
  })

  it('limits logins, new sessions and uploads of one address, at paths that there are', () => {
    const nginx = read('nginx.conf')
    const { paths } = JSON.parse(read('../openapi.json')) as { paths: Record<string, unknown> }
    const zones = [...nginx.matchAll(/limit_req_zone \$(?:binary_remote_addr|login) zone=(\w+):10m rate=\d+r\/[sm];/g)]
    assert.deepEqual(
      zones.map(([, zone]) => zone),
      ['logins', 'sessions', 'uploads'],
    )
    const places = [
      ...nginx.matchAll(/location (=|~) (\S+) \{\s+limit_req zone=(\w+) burst=\d+ nodelay;\s+proxy_pass/g),
    ]
    assert.deepEqual(
      places.map(([, , , zone]) => zone),
      ['logins', 'sessions', 'uploads'],
    )
    const limited = (path: string) =>
      places.some(([, how, place = '']) => (how === '=' ? place === path : new RegExp(place).test(path)))
    const uploads = ['document', 'face', 'reviewer', 'chip', 'credential', 'initialize']
    for (const path of uploads.map((name) => `/api/v1/enrolment/${name}`)) {
      assert.ok(path in paths, path)
      assert.ok(limited(path), path)
    }
    assert.ok(limited('/api/v1/console/session'))
    assert.ok(!limited('/api/v1/console/sessions') && !limited('/api/v1/enrolment/session'))
    assert.match(nginx, /limit_req_status 429;/)
  })

  it('has no demo, and opens the balancer alone', () => {
    assert.equal(compose.match(/^ {4}ports:/gm)?.length, 1)
    assert.match(read('single.yaml'), /^ {4}ports: \["127\.0\.0\.1:/m)
  })

  it('says in every file whether it is for real people, whether there is a demo, and who reads the metrics', () => {
    const ways = ['compose.yaml', 'single.yaml', 'example.env'].map(read)
    const kubernetes = read('kubernetes/limen.env') + read('kubernetes/secret.example.env')
    for (const text of [...ways, kubernetes]) {
      assert.match(text, /^ *DEMO(=false|: "false")$/m)
      assert.match(text, /^ *API_MODE[=:]/m)
      assert.match(text, /^ *METRICS_TOKEN[=:]/m)
    }
  })

  it('starts with one container and nothing to fill in', () => {
    const single = parse(read('single.yaml')) as { services: Record<string, { environment: Record<string, string> }> }
    assert.deepEqual(Object.keys(single.services), ['limen'])
    assert.doesNotMatch(read('single.yaml'), /\$\{\w+:\?/, 'no variable must be set')
    const environment = Object.fromEntries(
      Object.entries(single.services.limen?.environment ?? {}).map(([name, value]) => [
        name,
        value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
      ]),
    )
    assert.equal(readConfig(environment).apiMode, 'test')
  })

  it('names commands inside its containers that there are, of the program that the image runs', async () => {
    const [, program = ''] =
      /^CMD \["node", "--disable-warning=ExperimentalWarning", "([^"]+)", "serve", "--supervised"\]$/m.exec(
        read('Dockerfile'),
      ) ?? ['', '']
    const commands = [...read('README.md').matchAll(/^(?:docker compose|kubectl) .*exec .*$/gm)].map(([line]) => line)
    assert.equal(commands.length, 4)
    for (const line of commands) {
      const [, name = ''] = new RegExp(`node ${program.replaceAll('.', '\\.')} ([\\w-]+)`).exec(line) ?? []
      assert.ok(Object.hasOwn(commandTable, name), line)
    }
  })

  it('keeps secrets and releases out of the build context', () => {
    const ignored = readFileSync(new URL('../.dockerignore', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    for (const name of ['**/.env', '**/secret.env', 'release', 'data', '.git', 'node_modules'])
      assert.ok(ignored.includes(name), name)
  })

  it('limits the memory of every container, and asks the port that the service was given', () => {
    for (const text of [compose, read('single.yaml')]) {
      const { services } = parse(text, { merge: true }) as { services: Record<string, { mem_limit?: string }> }
      for (const [name, { mem_limit }] of Object.entries(services))
        assert.match(mem_limit ?? '', /^(\d+[mg]|\$\{NODE_MEMORY:-6g\})$/, name)
    }
    const [, program = ''] = /^HEALTHCHECK [\s\S]*?CMD \["node", "-e", "(.+)"\]$/m.exec(read('Dockerfile')) ?? []
    assert.match(program, /process\.env\.PORT \+ '\/healthz'/)
    assert.doesNotMatch(program, /8080/)
  })

  it('names images by version, and a tool writes their digests next to them', async () => {
    const digest = `sha256:${'ab'.repeat(32)}`
    for (const text of [compose, read('Dockerfile')]) {
      const named = [...text.matchAll(IMAGES)].length
      assert.ok(named >= 2)
      const pinned = await pin(text, async () => digest)
      assert.equal(pinned.split(digest).length - 1, named)
      assert.equal(await pin(pinned, async () => digest), pinned, 'again changes nothing')
    }
    assert.doesNotMatch(await pin(compose, async () => digest), /image: limen@/)
  })
})

describe('what is fetched', () => {
  it('is refused when it is not the file that was published', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'limen-digest-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'node.tgz')
    await writeFile(file, 'something else')
    assert.throws(() => checkDigest(file, 'AAAA'), /is not the file that was published/)
    assert.throws(() => readFileSync(file), /ENOENT/)
  })

  it('is reported with its known weaknesses, or said not to be checked', () => {
    assert.match(reportOf('')[0] ?? '', /not checked/)
    assert.match(reportOf('{"message":"405"}')[0] ?? '', /not checked, the registry does not answer \(405\)/)
    assert.match(reportOf('{"vulnerabilities":{}}')[0] ?? '', /none/)
    const one = { name: 'left', severity: 'high', range: '<2', fixAvailable: true }
    assert.deepEqual(reportOf(JSON.stringify({ vulnerabilities: { left: one } })), [
      'known vulnerabilities: 1 packages',
      '  high     left <2, fixed in a later version',
    ])
  })
})
