import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

const { readTar } = (await import(new URL('../../tools/convert/tar.mjs', import.meta.url).href)) as {
  readTar(bytes: Uint8Array): Map<string, Buffer>
}

describe('a package as npm packs it', () => {
  it('is read file by file, with long names', () => {
    const long = `package/${'d'.repeat(120)}/file.txt`
    const tar = Buffer.concat([
      entry('package/a.bin', Buffer.alloc(700, 7)),
      entry('PaxHeader', Buffer.from(pax('path', long)), 'x'),
      entry('cut-off-name', Buffer.from('long')),
      entry('package/folder/', Buffer.alloc(0), '5'),
      Buffer.alloc(1024),
    ])
    const files = readTar(gzipSync(tar))
    assert.deepEqual([...files.keys()], ['package/a.bin', long])
    assert.equal(files.get('package/a.bin')?.length, 700)
    assert.equal(files.get(long)?.toString(), 'long')
  })
})

function entry(name: string, body: Buffer, type = '0'): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)])
}

/** "length key=value\n", the length counting itself. */
function pax(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const length = rest.length + String(rest.length + 3).length
  return `${length}${rest}`
}
