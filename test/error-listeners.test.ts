import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { importGraph, source } from './support/import-graph.ts'

/** What makes something that ends the process with an 'error' event to which nobody listens. */
const MAKES = new RegExp(
  [
    String.raw`\bnew (?:PassThrough|Transform|Duplex|Readable|Writable|Socket|Worker|EventEmitter|WebSocket|pg\.Pool|pg\.Client)\b[(<]`,
    String.raw`(?<![.\w])(?:spawn|fork|execFile|exec|connect|connectTcp|connectTls|createConnection|createServer|createSecureServer)\(`,
    String.raw`\b(?:net|tls|http|https|http2)\.(?:connect|createConnection|createServer|request|get)\(`,
    String.raw`\bcreate(?:Read|Write)Stream\(`,
    String.raw`\bcreate(?:Gzip|Gunzip|Inflate|Deflate|InflateRaw|DeflateRaw|Unzip|BrotliCompress|BrotliDecompress)\(`,
    String.raw`\bReadable\.from\(`,
    String.raw`\brequest: open\b`,
    String.raw`\.pipe\(`,
    String.raw`\bpipeline\(`,
  ].join('|'),
  'g',
)

/** By another name it would be missed. */
const RENAMED = /\b(?:spawn|fork|connect|createServer|PassThrough|Worker|Socket) as (?!connectTcp\b|connectTls\b)\w+/

const FROM_NODE = /import \{[^}]*\bconnect\b[^}]*\} from 'node:(net|tls)'/

/** The pages run in browsers. */
const PAGES = /^apps\/(hosted-page|console|demo\/(?!server)|ui)|^features\/\w+\/(panel|screen)\//

/** Where something is made, and what it lacks; empty where all of it is listened to. */
export function unheardIn(text: string): string[] {
  const code = text.replace(/^\s*(\/\*|\*|\/\/).*$/gm, '')
  return [...code.matchAll(MAKES)].flatMap(({ 0: found, index }) => {
    if (found === 'connect(' && !FROM_NODE.test(text)) return [] // a function of ours
    const before = code.slice(code.lastIndexOf('\n', index) + 1, index)
    if (/\bfor await \([^)]*\bof $/.test(before)) return [] // the loop throws what it fails by
    const after = code.slice(index)
    const statement = after.slice(0, after.search(/\n {0,4}\S|$(?![\s\S])/))
    if (/\)\s*\.on\('error'/.test(statement)) return []
    const name = found.startsWith('request')
      ? /\bconst (\w+) = open\(/.exec(after)?.[1]
      : /\b(?:const|let) (\w+)(?:: [^=]+)? = (?:await )?$/.exec(before)?.[1]
    return name && new RegExp(`\\b${name}\\.on\\('error'`).test(after) ? [] : [`${before}${found}`.trim()]
  })
}

describe('what can end the process by an error that nobody listens to', () => {
  it('has a listener for its whole life, wherever it is made', () => {
    const files = [...importGraph().keys()].filter((file) => !PAGES.test(file))
    const unheard = files.flatMap((file) => {
      const text = readFileSync(join(source, file), 'utf8')
      assert.doesNotMatch(text, RENAMED, file)
      return unheardIn(text).map((line) => `${file}: ${line}`)
    })
    assert.deepEqual(unheard, [])
  })

  it('is found in each of its forms', () => {
    for (const line of [
      'const through = new PassThrough()',
      'return body.pipe(through)',
      "const child = spawn('sh')",
      'worker = new Worker(path)',
      'const socket = net.connect(1)\n  socket.once("error", log)',
      'void send(createReadStream(path))',
      'http.request(url).end()',
      'return reply.send(Readable.from(rows))',
      'const pool = new pg.Pool({})',
    ])
      assert.equal(unheardIn(`function make() {\n  ${line}\n}\n`).length, 1, line)
  })

  it('is none where there is a listener', () => {
    for (const line of [
      "const socket = createConnection(1)\n  socket.on('error', end)",
      "spawn('sh').on('error', () => {})",
      'for await (const chunk of createReadStream(path)) keep(chunk)',
      "const { request: open } = https\n  const outgoing = open(url, {\n    method,\n  })\n  outgoing.on('error', reject)",
      '// const child = spawn()',
    ])
      assert.deepEqual(unheardIn(`function make() {\n  ${line}\n}\n`), [], line)
  })
})
