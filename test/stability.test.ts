import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Break, breaks, type Interface, readInterface } from './fixtures/versions/interface.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const versions = join(root, 'test/fixtures/versions')
const numbers = (version: string) => version.split('.').map(Number)

/** The last release that left its interface. */
const last = readdirSync(versions, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('interface.json'))
  .map((file) => file.split(/[\\/]/)[0] ?? '')
  .toSorted((a, b) => numbers(a).reduce((order, number, at) => order || number - (numbers(b)[at] ?? 0), 0))
  .at(-1) as string

describe(`the interface of version ${last}`, () => {
  const released = JSON.parse(readFileSync(join(versions, last, 'interface.json'), 'utf8')) as Interface
  let current: Interface
  before(async () => {
    current = await readInterface()
  })

  it('holds, but for what the changelog names', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    const [since = ''] = changelog.split(`\n## ${last}\n`)
    assert.ok(since.length < changelog.length, `the changelog has no part about ${last}`)
    assert.deepEqual(unnamed(breaks(released, current), since), [])
  })

  it('has operations, settings, commands and exports', () => {
    for (const { api, settings, commands, exports } of [released, current]) {
      const sizes = [api, settings, commands, exports['client .'] ?? []].map((each) => Object.keys(each).length)
      assert.ok(Math.min(...sizes) > 40, sizes.join())
    }
  })

  it('is broken by what is taken away, demanded or changed, and by nothing that is added', () => {
    const changed = (change: (copy: Interface) => void) => {
      const copy = structuredClone(current)
      change(copy)
      return breaks(current, copy).map(({ name }) => name)
    }
    const remove = (from: Record<string, unknown>, key: string) => {
      assert.ok(key in from, key)
      delete from[key]
    }
    const cases: [string[], (copy: Interface) => void][] = [
      [['/api/v1/data/{sessionId}/status'], ({ api }) => remove(api, 'GET /api/v1/data/{sessionId}/status')],
      [['accessToken'], ({ api }) => remove(api, '< InitializeResponse.accessToken')],
      [['accessToken'], ({ api }) => (api['< InitializeResponse.accessToken'] = 'string?')],
      [['weather'], ({ api }) => (api['> InitializeRequest.weather'] = 'string')],
      [['externalId'], ({ api }) => (api['> InitializeRequest.externalId'] = 'string')],
      [['externalId'], ({ api }) => (api['> InitializeRequest.externalId'] = 'integer?')],
      [
        ['sv-SE'],
        ({ api }) =>
          (api['> InitializeRequest.lang'] = String(api['> InitializeRequest.lang']).replace(' | sv-SE', '')),
      ],
      [['status'], ({ api }) => remove(api, '< WebhookBody.status')],
      [['PORT'], ({ settings }) => remove(settings, 'PORT')],
      [['PORT'], ({ settings }) => (settings.PORT = '8081')],
      [['webhooks replay'], ({ commands }) => remove(commands, 'webhooks replay')],
      [['--json'], ({ commands }) => (commands.doctor = commands.doctor?.filter((each) => each !== '--json') ?? [])],
      [
        ['verifyWebhook'],
        ({ exports }) => (exports['client .'] = exports['client .']?.filter((each) => each !== 'verifyWebhook') ?? []),
      ],
      [[], ({ api }) => (api['> InitializeRequest.weather'] = 'string?')],
      [[], ({ api }) => (api['< InitializeResponse.weather'] = 'string')],
      [[], ({ settings }) => (settings.WEATHER = 'fine')],
      [[], ({ commands }) => (commands.weather = ['--json'])],
    ]
    for (const [names, change] of cases) assert.deepEqual(changed(change), names, change.toString())
  })

  it('is named in the changelog as code', () => {
    const gone: Break[] = [{ name: 'PORT', what: 'the setting PORT is gone' }]
    assert.deepEqual(unnamed(gone, '- The PORT is open, `PORTAL` too.'), ['the setting PORT is gone: `PORT`'])
    assert.deepEqual(unnamed(gone, '- `PORT=1` goes.'), [])
  })
})

/** Those that stand in no code span of the text. */
function unnamed(found: Break[], text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const isNamed = (name: string) => {
    const word = new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`)
    return spans.some((span) => word.test(span))
  }
  return found.filter(({ name }) => !isNamed(name)).map(({ what, name }) => `${what}: \`${name}\``)
}
