import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { accept, refuse } from '../../../src/formats/result.ts'
import { BadPicture, EngineBusy, EngineFault } from '../../../src/vision/engine.ts'
import { DOCUMENT_REFUSALS } from '../../../src/vision/refusals.ts'
import { back, front, JPEG, passport, type StartApp, type TestApp } from '../../support/app.ts'
import { startSession } from '../client.ts'

export const documentSection = (start: StartApp) =>
  describe('document submission (specification 2.2 and 4.3)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it('says what was read of a one-sided document', async () => {
      const { person } = await startSession(test)
      const response = await person.document()
      assert.equal(response.statusCode, 200)
      assert.deepEqual(response.json(), {
        hasError: false,
        isTwoSideDocument: false,
        pageSide: 'FRONT',
        country: 'UTO',
        type: 'PASSPORT',
      })
    })

    it('takes a two-sided document in two calls, the front first', async () => {
      const { person } = await startSession(test)
      test.engine.page = async () => accept(back())
      assert.deepEqual((await person.document()).json(), { hasError: true, error: 'WRONG_SIDE' })
      test.engine.page = async () => accept(front())
      assert.equal((await person.document()).json().pageSide, 'FRONT')
      test.engine.page = async () => accept(back())
      assert.deepEqual((await person.document()).json(), {
        hasError: false,
        isTwoSideDocument: true,
        pageSide: 'BACK',
        country: 'USA',
        type: 'DRIVER_LICENSE',
      })
      test.engine.page = async () => accept(passport())
    })

    for (const code of DOCUMENT_REFUSALS)
      it(`answers 200 with hasError and ${code} when the engine says so`, async () => {
        const { person } = await startSession(test)
        test.engine.page = async () => refuse(code)
        const response = await person.document()
        assert.equal(response.statusCode, 200)
        assert.deepEqual(response.json(), { hasError: true, error: code })
        test.engine.page = async () => accept(passport())
      })

    it('adds hints to a refusal and to an accepted side, when there are any', async () => {
      const { person } = await startSession(test)
      test.engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['BLURRED', 'GLARE'])
      assert.deepEqual((await person.document()).json().hints, ['BLURRED', 'GLARE'])
      const page = passport()
      test.engine.page = async () => accept({ ...page, reading: { ...page.reading, hints: ['TOO_DARK'] } })
      assert.deepEqual((await person.document()).json().hints, ['TOO_DARK'])
      test.engine.page = async () => accept(passport())
    })

    it('answers INTERNAL_ERROR when the engine crashes or runs out of time', async () => {
      const { person } = await startSession(test)
      for (const error of [new EngineFault('crashed'), new Error('anything')]) {
        test.engine.page = async () => Promise.reject(error)
        const response = await person.document()
        assert.equal(response.statusCode, 200)
        assert.deepEqual(response.json(), { hasError: true, error: 'INTERNAL_ERROR' })
      }
      test.engine.page = async () => accept(passport())
    })

    it('answers 503 with Retry-After when the queue is full', async () => {
      const { person } = await startSession(test)
      test.engine.page = async () => Promise.reject(new EngineBusy(7))
      const response = await person.document()
      assert.equal(response.statusCode, 503)
      assert.equal(response.headers['retry-after'], '7')
      assert.equal(response.json().error, 'SERVICE_UNAVAILABLE')
      test.engine.page = async () => accept(passport())
    })

    it('answers 400 for a picture that the engine cannot decode, 413 for one that turns out too large', async () => {
      const { person } = await startSession(test)
      test.engine.page = async () => Promise.reject(new BadPicture('damaged', 'The picture is cut off.'))
      const damaged = await person.document()
      assert.equal(damaged.statusCode, 400)
      assert.deepEqual(damaged.json(), { hasError: true, error: 'BAD_REQUEST', message: 'The picture is cut off.' })
      test.engine.page = async () => Promise.reject(new BadPicture('too-many-pixels', 'Too many.'))
      assert.equal((await person.document()).statusCode, 413)
      test.engine.page = async () => accept(passport())
    })

    it('hands the engine the very bytes, however they were sent', async () => {
      const { person } = await startSession(test)
      const pictures = {
        'image/jpeg': JPEG,
        'image/png': await sharp(JPEG).png().toBuffer(),
        'image/webp': await sharp(JPEG).webp().toBuffer(),
        'application/octet-stream': JPEG,
      }
      for (const [type, bytes] of Object.entries(pictures)) {
        const base64 = bytes.toString('base64')
        const ways = [
          await person.raw('document', type, bytes),
          await person.send('document', { imageBase: base64 }),
          await person.send('document', { imageBase: `data:${type};base64,${base64}` }),
        ]
        for (const response of ways) assert.equal(response.statusCode, 200, `${type}: ${response.body}`)
        for (const seen of test.engine.seen.slice(-3)) assert.deepEqual(Buffer.from(seen), bytes)
      }
    })

    it('takes HEIC and HEIF by their brands', async () => {
      const { person } = await startSession(test)
      for (const brand of ['heic', 'mif1']) {
        const response = await person.raw('document', 'image/heic', heif(brand, 3024, 4032))
        assert.equal(response.statusCode, 200, response.body)
      }
      assert.equal((await person.raw('document', 'image/heic', heif('avif', 100, 100))).statusCode, 400)
      assert.equal((await person.raw('document', 'image/heic', heif('heic', 30_240, 40_320))).statusCode, 413)
    })

    const bad: [string, object | string, RegExp][] = [
      ['no imageBase', {}, /imageBase is missing/],
      ['an imageBase that is a number', { imageBase: 7 }, /must be a string/],
      ['an imageBase that is null', { imageBase: null }, /must be a string/],
      ['an empty imageBase', { imageBase: '' }, /empty/],
      ['text that is not Base64', { imageBase: 'hello, world!' }, /not Base64/],
      ['Base64 with line breaks', { imageBase: 'AAAA\nAAAA' }, /line breaks/],
      ['Base64 of the URL-safe alphabet', { imageBase: 'AA-_AAAA' }, /URL-safe/],
      ['Base64 that was cut off', { imageBase: 'AAAAA' }, /multiple of 4/],
      ['Base64 with bits left over', { imageBase: 'AAAAAB==' }, /bits left over/],
      ['Base64 of something that is no picture', { imageBase: 'aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=' }, /not a picture/],
      ['a GIF', { imageBase: Buffer.from('GIF89a0123456789').toString('base64') }, /not a picture/],
      [
        'an SVG',
        { imageBase: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') },
        /not a picture/,
      ],
      ['a JPEG without a frame', { imageBase: JPEG.subarray(0, 20).toString('base64') }, /damaged/],
      ['a data URL without base64', { imageBase: 'data:image/jpeg,abc' }, /base64/],
      ['an array', [], /JSON object/],
      ['JSON that breaks off', '{"imageBase": "AAAA', /not valid JSON/],
      ['no JSON', 'imageBase=AAAA', /not valid JSON/],
      ['an empty body', '', /empty/],
    ]
    for (const [what, body, message] of bad)
      it(`refuses ${what} with 400 and words for the developer`, async () => {
        const { accessToken } = await startSession(test)
        const response = await test.app.inject({
          method: 'POST',
          url: '/api/v1/enrolment/document',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          payload: typeof body === 'string' ? body : JSON.stringify(body),
        })
        assert.equal(response.statusCode, 400)
        const answer = response.json()
        assert.equal(answer.hasError, true)
        assert.equal(answer.error, 'BAD_REQUEST')
        assert.match(answer.message, message)
      })

    it('refuses a picture of more than 50 megapixels and one over the limit of bytes with 413', async () => {
      const { person } = await startSession(test)
      const png = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: 'white' } })
        .png()
        .toBuffer()
      const pixels = await person.raw('document', 'image/png', png)
      assert.equal(pixels.statusCode, 413)
      assert.equal(pixels.json().error, 'PAYLOAD_TOO_LARGE')

      const large = Buffer.concat([JPEG, Buffer.alloc(10_000_001 - JPEG.length)])
      assert.equal((await person.raw('document', 'image/jpeg', large)).statusCode, 413)
      assert.equal((await person.document(large)).statusCode, 413)
      assert.equal((await person.document(large.subarray(0, 10_000_000))).statusCode, 200)
      assert.equal((await person.raw('document', 'image/jpeg', large.subarray(0, 10_000_000))).statusCode, 200)
    })

    it('refuses another media type, or an encoding, with 415', async () => {
      const { person, accessToken } = await startSession(test)
      for (const type of [
        'text/plain',
        'image/gif',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const response = await person.raw('document', type, JPEG)
        assert.equal(response.statusCode, 415, type)
        assert.equal(response.json().error, 'UNSUPPORTED_MEDIA_TYPE')
        for (const taken of ['application/json', 'image/jpeg', 'application/octet-stream'])
          assert.ok(response.json().message.includes(taken), response.json().message)
      }
      const encoded = await test.app.inject({
        method: 'POST',
        url: '/api/v1/enrolment/document',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        payload: '{}',
      })
      assert.equal(encoded.statusCode, 415)
    })

    it('keeps nothing of a side that is refused', async () => {
      const { person, sessionId } = await startSession(test)
      test.engine.page = async () => refuse('FACE_QUALITY_LOW')
      await person.document()
      const session = await test.storage.sessions.load('acme', sessionId)
      assert.equal(session?.document, undefined)
      assert.deepEqual(session?.images, {})
      test.engine.page = async () => accept(passport())
    })
  })

/** The first boxes of a HEIF file, with one picture of this size. */
function heif(brand: string, width: number, height: number): Buffer {
  const box = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const size = Buffer.alloc(12)
  size.writeUInt32BE(width, 4)
  size.writeUInt32BE(height, 8)
  const ftyp = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1'))
  return Buffer.concat([ftyp, box('meta', Buffer.alloc(4), box('iprp', box('ipco', box('ispe', size))))])
}
