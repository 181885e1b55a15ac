import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../../dist/pages')
const skip = existsSync(dist) ? false : 'the pages are not built: npm test builds them'
/** A language, the screens after the first, what looks at the frames of a camera, and the nets that find documents and faces. */
const LATER =
  /^([a-z]{2}-[A-Z]{2}|after-welcome|qr-code|worker|face-worker|corners-worker)-.*\.js$|^(face-points|corners)-.*\.bin$/

describe('the size of the hosted page', { skip }, () => {
  it('is at most 40 kB of JavaScript before the first screen, gzip', (test) => {
    const html = readFileSync(join(dist, 'web/index.html'), 'utf8')
    const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path as string)
    const bytes = scripts.reduce((sum, path) => sum + gzipped(path), 0)
    const styles = [...html.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, path]) => path as string)
    test.diagnostic(`first screen: ${kilo(bytes)} of JavaScript in ${scripts.length} files, gzip`)
    test.diagnostic(`styles: ${kilo(styles.reduce((sum, path) => sum + gzipped(path), 0))}, gzip`)
    for (const file of readdirSync(join(dist, 'assets')).filter((name) => LATER.test(name)))
      test.diagnostic(`later: ${file.replace(/-[^-]+\.\w+$/, '')} ${kilo(gzipped(`assets/${file}`))}, gzip`)
    assert.ok(scripts.length > 0)
    assert.ok(bytes <= 40_000, `${bytes} bytes`)
  })

  it('is at most 250 kB for the guidance of the selfie, which comes with its step alone', () => {
    const files = readdirSync(join(dist, 'assets')).filter((name) => /^face-(worker-.*\.js|points-.*\.bin)$/.test(name))
    assert.equal(files.length, 2)
    const bytes = files.reduce((sum, file) => sum + gzipped(`assets/${file}`), 0)
    assert.ok(bytes <= 250_000, `${bytes} bytes`)
  })

  it('is at most 1.5 MB for the corner net with all that runs it', () => {
    const files = readdirSync(join(dist, 'assets')).filter((name) => /^corners-(worker-.*\.js|[^-]+\.bin)$/.test(name))
    assert.equal(files.length, 2)
    const bytes = files.reduce((sum, file) => sum + gzipped(`assets/${file}`), 0)
    assert.ok(bytes <= 1_500_000, `${bytes} bytes`)
  })

  it('is at most 2 kB for embed.js, a plain script', (test) => {
    const script = readFileSync(join(dist, 'embed.js'), 'utf8')
    test.diagnostic(`embed.js: ${kilo(Buffer.byteLength(script))}`)
    assert.ok(Buffer.byteLength(script) <= 2_000)
    assert.doesNotMatch(script, /\b(import|export)\b/)
  })
})

const gzipped = (path: string) => gzipSync(readFileSync(join(dist, path))).length
const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
