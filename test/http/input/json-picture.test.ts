import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readJsonPicture } from '../../../src/http/input/json-picture.ts'
import { BadCall } from '../../../src/http/present/problems.ts'

const LIMIT = 1_000_000

async function* inChunks(text: string, sizes: readonly number[]) {
  const bytes = Buffer.from(text)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes.length ? (sizes[turn % sizes.length] ?? 1) : bytes.length
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const read = (text: string, sizes: number[] = [], limit = LIMIT) => readJsonPicture(inChunks(text, sizes), limit)

describe('a picture in a JSON body', () => {
  it('is decoded the same however the body is cut and spelled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 3_000 }),
        fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 5 }),
        fc.constantFrom<(base64: string) => string>(
          (base64) => base64,
          (base64) => base64.replaceAll('/', '\\/'),
          (base64) => base64.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d'),
          (base64) => `data:image\\/jpeg;base64,${base64}`,
        ),
        fc.constantFrom(
          '{"imageBase":"@"}',
          ' {\n "a" : [1, {"imageBase": "x"}], "imageBase"\t: "@" , "b\\"{": "}" }',
          '{"image\\u0042ase":"@","n":null}',
        ),
        async (bytes, sizes, spell, body) => {
          const base64 = Buffer.from(bytes).toString('base64')
          const source = await read(
            body.replace('@', () => spell(base64)),
            sizes,
          )
          assert.deepEqual('bytes' in source && Buffer.from(source.bytes), Buffer.from(bytes))
        },
      ),
      { numRuns: 300, seed: 7 },
    )
  })

  it('agrees with JSON.parse on what is JSON', async () => {
    const pieces = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        ':',
        ',',
        'imageBase',
        '"imageBase"',
        'AAAA',
        '"AAAA"',
        '\\',
        ' ',
        '1',
        'null',
        'x',
      ),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        const text = parts.join('')
        const expected = parse(text)
        const accepted = await read(text).then(
          () => true,
          (error: unknown) => {
            assert.ok(error instanceof BadCall, String(error))
            return false
          },
        )
        if (accepted) assert.equal(typeof expected?.imageBase, 'string', text)
      }),
      { numRuns: 3_000, seed: 11 },
    )
  })

  it('of many stages comes out whole', async () => {
    const bytes = randomBytes(300_001)
    const source = await read(JSON.stringify({ imageBase: bytes.toString('base64') }), [65_536, 1, 70_000])
    assert.ok('bytes' in source && bytes.equals(source.bytes))
  })

  it('is refused while it streams in, as soon as it is too large', async () => {
    let taken = 0
    async function* endless() {
      yield Buffer.from('{"imageBase":"')
      for (;;) {
        taken += 60_000
        yield Buffer.alloc(60_000, 'A')
      }
    }
    await assert.rejects(readJsonPicture(endless(), 100_000), (error: BadCall) => error.code === 'PAYLOAD_TOO_LARGE')
    assert.ok(taken < 300_000)
  })

  it('comes with little else: a body full of other things is refused', async () => {
    const body = JSON.stringify({ other: 'x'.repeat(20_000), imageBase: 'AAAA' })
    await assert.rejects(read(body), (error: BadCall) => error.code === 'PAYLOAD_TOO_LARGE')
  })

  it('may be a URL', async () => {
    assert.deepEqual(await read('{"imageBase":"https:\\/\\/shop.example\\/a.jpg"}', [3]), {
      url: 'https://shop.example/a.jpg',
    })
    await assert.rejects(read(JSON.stringify({ imageBase: `https://shop.example/${'a'.repeat(70_000)}` })), /longer/)
  })
})

function parse(text: string): { imageBase?: unknown } | undefined {
  try {
    return JSON.parse(text) as { imageBase?: unknown }
  } catch {
    return undefined
  }
}
