import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPictureMemory, releasePicture } from '../../../src/http/input/picture-memory.ts'

const MOST = 5_000_000

describe('the memory of a picture', () => {
  it('takes it in parts of any size, up to the most', () => {
    const memory = openPictureMemory(MOST)
    const parts = [1, 65_536, 2_000_000, 3, MOST - 2_065_540].map((length, at) => Buffer.alloc(length, at + 1))
    for (const part of parts) memory.keep(part.copy(memory.room(part.length)))
    assert.ok(memory.bytes().equals(Buffer.concat(parts)))
    assert.throws(() => memory.room(1), RangeError)
  })

  it('keeps what was filled of the room, not the room', () => {
    const memory = openPictureMemory(MOST)
    memory.keep(memory.room(9).write('QUJD', 'base64'))
    memory.keep(memory.room(9).write('REVG', 'base64'))
    assert.equal(memory.bytes().toString(), 'ABCDEF')
  })

  it('goes back to the system when it is let go, without a collector', () => {
    const pictures = Array.from({ length: 20 }, () => {
      const memory = openPictureMemory(MOST)
      memory.keep(memory.room(MOST).fill(7).length)
      return memory.bytes()
    })
    const held = process.memoryUsage.rss()
    for (const picture of pictures) releasePicture(picture)
    const freed = held - process.memoryUsage.rss()
    assert.ok(freed > 0.8 * 20 * MOST, `${freed} bytes`)
    assert.ok(pictures.every(({ length }) => length === 0))
  })

  it('leaves pictures that lie elsewhere alone', () => {
    const other = Buffer.from('a picture')
    releasePicture(other)
    assert.equal(other.toString(), 'a picture')
  })
})
