import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { packFilm } from '../../../src/apps/hosted-page/camera/film.ts'
import { CAPTURE_HEADER, FILM_LIMITS, FILM_MEDIA_TYPE } from '../../../src/kernel/evidence/contract/page-capture.ts'
import { startSession } from '../../api/client.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'

/** As the hosted page packs it. */
const pack = async (...parts: Buffer[]): Promise<Buffer> => {
  const [picture, ...frames] = parts.map((part) => new Blob([new Uint8Array(part)]))
  return Buffer.from(await packFilm(picture as Blob, frames).arrayBuffer())
}

describe('a film that comes with the picture of a document', () => {
  let test: TestApp
  let films: (readonly Uint8Array[] | undefined)[]
  before(async () => {
    test = await startTestApp()
    const { page } = test.engine
    test.engine.page = (picture, asked) => {
      films.push(asked?.film)
      return page(picture, asked)
    }
  })
  after(() => test.close())

  const send = async (payload: Buffer, { path = 'document', source = 'camera' } = {}) => {
    films = []
    const { accessToken } = await startSession(test)
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'content-type': FILM_MEDIA_TYPE,
      ...(source && { [CAPTURE_HEADER]: source }),
    }
    return test.app.inject({ method: 'POST', url: `/api/v1/enrolment/${path}`, headers, payload })
  }

  it('goes to the engine with the picture, whose bytes stay as they are', async () => {
    test.engine.seen.length = 0
    const response = await send(await pack(JPEG, JPEG, JPEG))
    assert.equal(response.json().hasError, false, response.body)
    assert.deepEqual(test.engine.seen, [JPEG])
    assert.deepEqual(films, [[JPEG, JPEG]])
  })

  it('is taken from the camera of the hosted page only, and of documents only', async () => {
    const film = await pack(JPEG, JPEG)
    assert.equal((await send(film, { source: 'file' })).statusCode, 415)
    assert.equal((await send(film, { source: '' })).statusCode, 415)
    assert.equal((await send(film, { path: 'face' })).statusCode, 415)
    assert.deepEqual(films, [])
  })

  it('is refused where its lengths lie, or a frame is no small JPEG', async () => {
    const whole = await pack(JPEG, JPEG)
    const lying = Buffer.from(whole)
    lying.writeUInt32BE(0xffffffff, 0)
    const many = Array.from({ length: FILM_LIMITS.frames + 1 }, () => JPEG)
    const large = Buffer.concat([JPEG, Buffer.alloc(FILM_LIMITS.bytes)])
    const wide = Buffer.from(JPEG)
    const size = wide.indexOf(Buffer.from([0xff, 0xc0])) + 5
    wide.writeUInt32BE((900 << 16) + 900, size)
    const bodies: [Buffer, number][] = [
      [await pack(JPEG, wide), 413],
      [whole.subarray(0, whole.length - 1), 400],
      [whole.subarray(0, JPEG.length + 6), 400],
      [lying, 400],
      [await pack(JPEG), 400],
      [Buffer.alloc(40), 400],
      [await pack(JPEG, Buffer.from('no picture')), 400],
      [await pack(JPEG, ...many), 413],
      [await pack(JPEG, large), 413],
    ]
    for (const [body, status] of bodies) assert.equal((await send(body)).statusCode, status)
    assert.deepEqual(films, [])
  })
})
