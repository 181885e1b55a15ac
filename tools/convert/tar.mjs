import { gunzipSync } from 'node:zlib'

/** Name → bytes of every plain file in a .tgz (POSIX ustar, with pax and GNU long names). */
export function readTar(tgz) {
  const tar = gunzipSync(tgz)
  const files = new Map()
  let longName
  for (let at = 0; at + 512 <= tar.length; ) {
    const header = tar.subarray(at, at + 512)
    if (header[0] === 0) break
    const size = Number.parseInt(text(header, 124, 136).trim() || '0', 8)
    const type = String.fromCharCode(header[156] || 48)
    const body = tar.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
    if (type === 'x') longName = paxPath(body) ?? longName
    else if (type === 'L') longName = text(body, 0, size)
    else {
      const prefix = text(header, 345, 500)
      const name = longName ?? (prefix ? `${prefix}/` : '') + text(header, 0, 100)
      if (type === '0') files.set(name, body)
      longName = undefined
    }
  }
  return files
}

const text = (bytes, from, to) => bytes.subarray(from, to).toString('utf8').replace(/\0.*$/s, '')

const paxPath = (body) => /(?:^|\n)\d+ path=([^\n]*)\n/.exec(body.toString('utf8'))?.[1]
