// A session in five calls as a collection for Postman (v2.1), which Bruno and Insomnia import too: from openapi.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

/** What each call sends; where it goes and how it is authorised stands in openapi.json. */
const CALLS = [
  {
    operation: 'initialize',
    json: { externalId: 'order-1042', returnUrl: 'https://shop.example/welcome' },
    keeps: ['accessToken', 'sessionId'],
  },
  { operation: 'submitDocument', picture: 'passport.jpg' },
  { operation: 'submitFace', picture: 'selfie.jpg' },
  { operation: 'complete' },
  { operation: 'readDecision' },
]

const AUTHORISATIONS = {
  basic: { username: '{{username}}', password: '{{password}}' },
  bearer: { token: '{{accessToken}}' },
}

export function collection() {
  const api = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const item = CALLS.map((call, index) => {
    const found = operations.find(({ operationId }) => operationId === call.operation)
    if (!found) throw new Error(`openapi.json has no operation ${call.operation}`)
    return itemOf(call, found, index + 1)
  })
  const variable = Object.entries({
    baseUrl: api.servers[0].url,
    username: '',
    password: '',
    accessToken: '',
    sessionId: '',
  }).map(([key, value]) => ({ key, value, type: 'string' }))
  const info = {
    name: `Limen ${api.info.version}`,
    description:
      'A session in five calls. Set username and password to an API credential, and choose the pictures of the second and third call; /demo/pictures has a passport.jpg and a selfie.jpg for test mode.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  }
  return `${JSON.stringify({ info, item, variable }, null, 2)}\n`
}

function itemOf({ json, picture, keeps = [] }, { path, method, summary, description, security }, number) {
  const [scheme] = Object.keys(security[0])
  const address = path.replace(/\{(\w+)\}/g, '{{$1}}')
  const type = json ? 'application/json' : picture ? 'image/jpeg' : undefined
  return {
    name: `${number} ${summary}`,
    ...(keeps.length && {
      event: [
        {
          listen: 'test',
          script: {
            type: 'text/javascript',
            exec: [
              'const answer = pm.response.json()',
              ...keeps.map((name) => `pm.collectionVariables.set('${name}', answer.${name})`),
            ],
          },
        },
      ],
    }),
    request: {
      method: method.toUpperCase(),
      ...(description && { description }),
      auth: { type: scheme, [scheme]: pairs(AUTHORISATIONS[scheme]) },
      header: type ? [{ key: 'Content-Type', value: type }] : [],
      url: { raw: `{{baseUrl}}${address}`, host: ['{{baseUrl}}'], path: address.split('/').slice(1) },
      ...(json && {
        body: { mode: 'raw', raw: JSON.stringify(json, null, 2), options: { raw: { language: 'json' } } },
      }),
      ...(picture && { body: { mode: 'file', file: { src: picture } } }),
    },
  }
}

const pairs = (values) => Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }))
