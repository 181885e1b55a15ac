import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readJsonBody } from '../../../src/kernel/evidence/image-input.ts'
import { BadCall } from '../../../src/kernel/http/problems.ts'

const limits = { maxImageBytes: 1_000_000, maxMegapixels: 50, maxSide: 12_000 }
const read = (text: string) => readJsonBody(Buffer.from(text), limits)

describe('a picture in a JSON body', () => {
  it('is decoded the same however the body is spelled', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 3_000 }),
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
        (bytes, spell, body) => {
          const source = read(body.replace('@', () => spell(Buffer.from(bytes).toString('base64'))))
          assert.deepEqual('bytes' in source && Buffer.from(source.bytes), Buffer.from(bytes))
        },
      ),
      { numRuns: 300, seed: 7 },
    )
  })

  it('is refused where it is not Base64 to the letter, with the reason', () => {
    for (const [text, why] of [
      ['QUJ', /multiple of 4/],
      ['QUJD\\nQUJD', /line breaks/],
      ['QU-_', /URL-safe/],
      ['QU=DQUJD', /continues after the padding/],
      ['QUK=', /bits left over/],
      ['QUJ!', /characters outside/],
      ['data:image/jpeg,QUJD', /without `;base64,`/],
      ['', /empty/],
    ] as const)
      assert.throws(
        () => read(`{"imageBase":"${text}"}`),
        (error: BadCall) => error.code === 'BAD_REQUEST' && why.test(error.message),
        text,
      )
  })

  it('is refused where the body is no object with a text in it', () => {
    for (const text of [
      '',
      ' ',
      '[]',
      'null',
      '{}',
      '{"imageBase":1}',
      '{"imageBase":null}',
      '{"imageBase":"AAAA"',
      'x',
    ])
      assert.throws(
        () => read(text),
        (error: unknown) => error instanceof BadCall && error.code === 'BAD_REQUEST',
        text,
      )
  })

  it('is refused where it is too large', () => {
    const body = (length: number) => JSON.stringify({ imageBase: randomBytes(length).toString('base64') })
    assert.ok('bytes' in read(body(1_000_000)))
    assert.throws(
      () => read(body(1_000_001)),
      (error: BadCall) => error.code === 'PAYLOAD_TOO_LARGE',
    )
  })

  it('may be a URL', () => {
    assert.deepEqual(read('{"imageBase":"https:\\/\\/shop.example\\/a.jpg"}'), { url: 'https://shop.example/a.jpg' })
    assert.throws(() => read(JSON.stringify({ imageBase: `https://shop.example/${'a'.repeat(70_000)}` })), /longer/)
  })

  it('comes with the frames of a challenge where the route takes them', () => {
    const body = Buffer.from('{"imageBase":"AAAA","challenge":{"id":"x"}}')
    assert.deepEqual(readJsonBody(body, limits, ['challenge']).more?.challenge, { id: 'x' })
    assert.equal(readJsonBody(body, limits, []).more?.challenge, undefined)
  })
})
