import type { InjectOptions } from 'fastify'
import { JPEG } from '../support/app.ts'

/** What a generated request may borrow, so that some get past the schema. */
export interface Ingredients {
  logins: string[]
  tokens: string[]
  ids: string[]
  routes: { method: string; url: string }[]
}

/** A stream of numbers that is the same for the same seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const chance = (share: number) => next() < share
  return { below, pick, chance }
}
export type Dice = ReturnType<typeof seeded>

/** One request that is wrong in one or several ways. */
export function badRequest(dice: Dice, ingredients: Ingredients): InjectOptions {
  const route = dice.pick(ingredients.routes)
  const method = dice.chance(0.8) ? route.method : dice.pick(METHODS)
  const url = path(dice, ingredients, route.url) + query(dice)
  const hasBody = method !== 'GET' && method !== 'HEAD' && dice.chance(0.9)
  const headers = requestHeaders(dice, ingredients, route.url)
  return {
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers,
    remoteAddress: `198.51.${dice.below(256)}.${dice.below(256)}`,
    ...(hasBody ? { payload: badBody(dice) } : {}),
  }
}

/** Bytes for a bare connection: HTTP with something wrong in its grammar. */
export function badBytes(dice: Dice): string {
  const line = `${dice.pick([...METHODS, 'get', 'BREW', ''])} ${dice.pick(['/healthz', '*', '/%zz', `/${'a'.repeat(20_000)}`, 'http://x/', ''])} ${dice.pick(['HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', ''])}`
  const headers = Array.from({ length: dice.below(5) }, () =>
    dice.pick([
      'Host: x',
      'Content-Length: -1',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      ': empty',
      'Bad Header: x',
      `X: ${'y'.repeat(dice.below(30_000))}`,
      'X: \x01\x02',
      'Expect: 100-continue',
      'Upgrade: websocket',
      'Connection: upgrade',
    ]),
  )
  return `${line}\r\n${headers.join('\r\n')}\r\n\r\n${dice.pick(['', 'zz\r\n', '5\r\nhello\r\n0\r\n\r\n', '\0\0\0'])}`
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

const ODD_WORDS = [
  '',
  ' ',
  '.',
  '..',
  '...',
  '%00',
  '%0a',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  "'%20or%201=1--",
  '%22',
  '%3Cscript%3E',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '%F0%9F%92%A9',
  '%E2%80%AE',
  '%ff%fe',
  '%',
  '%zz',
  'a'.repeat(99),
  'a'.repeat(101),
  'a'.repeat(5_000),
  '00000000-0000-0000-0000-000000000000',
  '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a1',
  '7B0D1B0E-5C0F-4D0E-9A53-0F6D2F1C9A11',
  'session',
  'list',
  'primary_face',
  'original_FRONT',
]

function path(dice: Dice, { ids }: Ingredients, pattern: string): string {
  if (dice.chance(0.05)) return `/${dice.pick(ODD_WORDS)}/${dice.pick(ODD_WORDS)}`
  const filled = pattern.replace(/:\w+|\*/g, () => (dice.chance(0.6) ? dice.pick(ids) : dice.pick(ODD_WORDS)))
  return dice.chance(0.05) ? `${filled}/${dice.pick(ODD_WORDS)}` : filled
}

function query(dice: Dice): string {
  if (dice.chance(0.6)) return ''
  const name = dice.pick(['PageNumber', 'PageSize', 'token', 'iframe', '__proto__', 'a[b]', 'PageNumber[]', ''])
  const pair = () => `${name}=${dice.pick(ODD_WORDS)}`
  return `?${Array.from({ length: 1 + dice.below(3) }, pair).join('&')}`
}

function requestHeaders(dice: Dice, { logins, tokens }: Ingredients, url: string): Record<string, string> {
  const follows = url.endsWith('/events') // a good token would be followed for a minute
  const good = url.startsWith('/api/v1/enrolment') && !url.endsWith('initialize') ? tokens : logins
  const authorization = dice.pick([
    ...(follows
      ? []
      : [dice.pick(good), dice.pick(good), dice.pick(good), dice.pick(good), dice.pick(logins), dice.pick(tokens)]),
    '',
    'Basic',
    'Basic ====',
    `Basic ${Buffer.from('a:b').toString('base64')}`,
    `Basic ${Buffer.from('\0:\0').toString('base64')}`,
    'Bearer',
    'Bearer a.b.c',
    `Bearer ${'e'.repeat(5_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Digest x',
    'Basic \u00ff',
  ])
  const type = dice.pick([
    'application/json',
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'image/jpeg',
    'image/jpeg',
    'image/png',
    'application/octet-stream',
    'text/plain',
    'multipart/form-data',
    'a/b/c',
    ';',
    '',
    'application/problem+json',
    `${'x'.repeat(300)}/y`,
  ])
  return {
    authorization,
    ...(dice.chance(0.9) ? { 'content-type': type } : {}),
    ...(dice.chance(0.05) ? { 'content-encoding': dice.pick(['gzip', 'br', 'identity', 'x']) } : {}),
    ...(dice.chance(0.05) ? { 'x-request-id': dice.pick(ODD_WORDS.filter((word) => !word.includes('%'))) } : {}),
    ...(dice.chance(0.05) ? { 'x-forwarded-for': dice.pick(['1.2.3.4', 'x', '', '::1, 1.1.1.1']) } : {}),
    ...(dice.chance(0.05) ? { accept: dice.pick(['*/*', 'text/html', 'x', '']) } : {}),
    ...(dice.chance(0.03) ? { 'content-length': dice.pick(['-1', '0', '5', '99999999999', 'abc']) } : {}),
    ...(dice.chance(0.03) ? { range: dice.pick(['bytes=0-1', 'bytes=-1', 'x']) } : {}),
  }
}

export function badBody(dice: Dice): string | Buffer {
  const kinds = [
    () => JSON.stringify(value(dice, 4)),
    () => JSON.stringify({ imageBase: value(dice, 2) }),
    () => JSON.stringify({ imageBase: picture(dice).toString('base64') }),
    () => JSON.stringify({ [dice.pick(FIELDS)]: value(dice, 3), [dice.pick(FIELDS)]: value(dice, 1) }),
    () => JSON.stringify({ sessionId: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11', externalId: text(dice) }),
    () =>
      JSON.stringify({
        imageBase: dice.pick([
          'https://127.0.0.1/',
          'file:///etc/passwd',
          'data:,x',
          'data:image/png;base64,',
          'http://[::1',
          'https://',
        ]),
      }),
    () => broken(dice, JSON.stringify({ imageBase: JPEG.toString('base64'), a: [1, { b: 'c' }] })),
    () => picture(dice),
    () => '['.repeat(dice.below(20_000)),
    () => '{"a":'.repeat(dice.below(5_000)),
    () => '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},"imageBase":"AAAA"}',
    () => Buffer.from(Array.from({ length: dice.below(500) }, () => dice.below(256))),
    () => '',
  ]
  return dice.pick(kinds)()
}

const FIELDS = [
  'imageBase',
  'sessionId',
  'returnUrl',
  'externalId',
  'applicantForm',
  'lang',
  'theme',
  'deviceId',
  'takeOver',
  '__proto__',
  'length',
  'toJSON',
]

function value(dice: Dice, depth: number): unknown {
  const kinds: (() => unknown)[] = [
    () => null,
    () => dice.chance(0.5),
    () => dice.pick([0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 53]),
    () => text(dice),
    () => text(dice),
  ]
  if (depth > 0) {
    kinds.push(() => Array.from({ length: dice.below(4) }, () => value(dice, depth - 1)))
    kinds.push(() =>
      Object.fromEntries(Array.from({ length: dice.below(4) }, () => [dice.pick(FIELDS), value(dice, depth - 1)])),
    )
  }
  return dice.pick(kinds)()
}

function text(dice: Dice): string {
  return dice.pick([
    '',
    'x',
    '\0',
    '\u0000abc',
    '\ud800',
    '\u202e',
    '💩',
    '../../etc/passwd',
    "'; drop table session; --",
    '#{7*7}',
    '{{7*7}}',
    'x'.repeat(3_000),
    'AAAA',
    '////',
    'AA==',
    '1984-02-30',
    'en-US',
    'https://a.example/',
    'javascript:1',
  ])
}

/** A JPEG with bytes changed, cut off or made longer. */
function picture(dice: Dice): Buffer {
  const bytes = Buffer.from(JPEG)
  for (let count = dice.below(6); count > 0; count--) bytes[dice.below(bytes.length)] = dice.below(256)
  return dice.chance(0.5)
    ? bytes.subarray(0, dice.below(bytes.length))
    : Buffer.concat([bytes, Buffer.alloc(dice.below(2_000))])
}

function broken(dice: Dice, json: string): string {
  const at = dice.below(json.length)
  return json.slice(0, at) + dice.pick(['', '"', '\\', '\\u12', '}', '\0', ',', '\n']) + json.slice(at + dice.below(3))
}
