import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'

interface Item {
  name: string
  event?: { script: { exec: string[] } }[]
  request: {
    method: string
    auth: { type: string } & Record<string, { key: string; value: string }[]>
    header: { key: string; value: string }[]
    url: { raw: string; host: string[]; path: string[] }
    body?: { mode: string; raw?: string; file?: { src: string } }
  }
}
interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

const { collection } = (await import(new URL('../../tools/release/collection.mjs', import.meta.url).href)) as {
  collection(): string
}
const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const { info, item, variable } = JSON.parse(collection()) as {
  info: { schema: string; name: string }
  item: Item[]
  variable: { key: string; value: string }[]
}
const api = JSON.parse(read('openapi.json')) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { required?: string[] }> }
}
/** The validator that comes with the service's own framework. */
const ofFastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
const { default: Ajv } = ofFastify('ajv/dist/2020') as {
  default: new (options: object) => { compile(schema: object): ((value: unknown) => boolean) & { errors?: unknown } }
}
const compile = (schema: object) =>
  new Ajv({ strict: false, validateFormats: false }).compile({ ...schema, components: api.components })

const pathOf = ({ request }: Item) => `/${request.url.path.join('/')}`.replaceAll('{{', '{').replaceAll('}}', '}')
const operationOf = (each: Item) => {
  const operation = api.paths[pathOf(each)]?.[each.request.method.toLowerCase()]
  assert.ok(operation, `${each.request.method} ${pathOf(each)}`)
  return operation
}

describe('the collection for Postman and Bruno', () => {
  it('has the five calls, in their order, at paths that there are', () => {
    assert.match(info.schema, /collection\/v2\.1\.0\//)
    assert.deepEqual(
      item.map((each) => operationOf(each).operationId),
      ['initialize', 'submitDocument', 'submitFace', 'complete', 'readDecision'],
    )
    for (const { request } of item) assert.equal(request.url.raw, `{{baseUrl}}/${request.url.path.join('/')}`)
  })

  it('sends what the schemas take, and is authorised as they say', () => {
    for (const each of item) {
      const operation = operationOf(each)
      const { auth, header, body } = each.request
      assert.deepEqual([auth.type], Object.keys(operation.security[0] ?? {}))
      const type = header.find(({ key }) => key === 'Content-Type')?.value
      assert.equal(type === undefined, operation.requestBody === undefined, each.name)
      assert.equal(body === undefined, type === undefined, each.name)
      if (!body || !type) continue
      const { schema } = operation.requestBody?.content[type] ?? assert.fail(`${each.name} does not take ${type}`)
      if (body.mode === 'raw') {
        const fits = compile(schema)
        assert.ok(fits(JSON.parse(body.raw ?? '')), JSON.stringify(fits.errors))
        assert.ok(!fits({ externalId: 1042 }), 'the schema refuses something')
      } else {
        assert.deepEqual(schema, { type: 'string', format: 'binary' })
        assert.match(body.file?.src ?? '', /^\w+\.jpg$/)
      }
    }
  })

  it('sends what the README sends', () => {
    const calls = [...read('README.md').matchAll(/^curl .*\$LIMEN_URL(\/api\/\S+)/gm)].map(([, path]) => path)
    for (const each of item) assert.ok(calls.includes(pathOf(each).replace('{sessionId}', '$ID')), each.name)
    assert.ok(read('README.md').includes(`-d '${inline(item[0]?.request.body?.raw)}'`))
  })

  it('keeps the token and the session of the first answer for the others, and defines every other variable', () => {
    const kept = new Map<string, string>()
    const [{ event } = {}] = item
    const play = new Function('pm', (event?.[0]?.script.exec ?? []).join('\n')) as (pm: object) => void
    play({
      response: { json: () => ({ accessToken: 'a token', sessionId: 'a session' }) },
      collectionVariables: { set: (name: string, value: string) => kept.set(name, value) },
    })
    assert.deepEqual(Object.fromEntries(kept), { accessToken: 'a token', sessionId: 'a session' })
    const { required = [] } = api.components.schemas.InitializeResponse ?? {}
    for (const name of kept.keys()) assert.ok(required.includes(name), name)
    const used = new Set([...JSON.stringify(item).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))
    assert.deepEqual([...used].sort(), variable.map(({ key }) => key).sort())
    for (const { key, value } of variable) assert.ok(!value || key === 'baseUrl', `${key} is not shipped`)
  })
})

/** As a person writes it in one line. */
const inline = (json = '') => json.replace(/\{\s+/, '{').replace(/\s+\}/, '}').replace(/\n\s*/g, ' ')
