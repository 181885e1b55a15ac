import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../../../dist/pages')
const skip = existsSync(dist) ? false : 'the pages are not built: npm test builds them'
/** A language, the screens after the first, what looks at the frames of a camera, and the nets that find documents and faces. */
const LATER =
  /^([a-z]{2}-[A-Z]{2}(\.first)?|after-welcome|after-picture|qr-code|wallet|worker|face-worker|corners-worker)-.*\.js$|^later-.*\.css$|^(face-points|corners)-.*\.bin$/
/** The sentences of the first screen in another language than English, whose come with the page; all of them; in each language. */
const FIRST_TEXTS = /^[a-z]{2}-[A-Z]{2}\.first-.+\.js$/
const TEXTS = /^[a-z]{2}-[A-Z]{2}-.+\.js$/

describe('the size of the hosted page', { skip }, () => {
  it('is at most 20 kB before the first screen, gzip, and 22 kB in another language', (test) => {
    const bytes = sizeOf(firstScreen())
    const scripts = sizeOf(firstScreen().filter((path) => path.endsWith('.js')))
    const languages = filesLike(FIRST_TEXTS)
    assert.equal(languages.length, 14)
    const most = bytes + Math.max(...languages.map(gzipped))
    test.diagnostic(`first screen: ${kilo(bytes)}, of which ${kilo(scripts)} JavaScript; at most ${kilo(most)}, gzip`)
    for (const file of assets().filter((name) => LATER.test(name)))
      test.diagnostic(`later: ${file.replace(/-[^-]+\.\w+$/, '')} ${kilo(gzipped(`assets/${file}`))}, gzip`)
    assert.ok(scripts > 0 && bytes <= 20_000, `${bytes} bytes`)
    assert.ok(most <= 22_000, `${most} bytes`)
  })

  it('is at most 58 kB until the camera opens, gzip, without the nets, and 60 kB in another language', (test) => {
    const later = [/^after-welcome-.+\.js$/, /^corners-worker-.+\.js$/, /^worker-.+\.js$/, /^later-.+\.css$/].map(
      (name) => filesLike(name)[0] ?? assert.fail(String(name)),
    )
    const languages = filesLike(TEXTS)
    assert.equal(languages.length, 15)
    const [english = Number.NaN, ...others] = languages
      .toSorted((a, b) => Number(isEnglish(b)) - Number(isEnglish(a)))
      .map((file) => sizeOf(withImports([...firstScreen(), ...later, file])))
    const most = Math.max(...others)
    test.diagnostic(`until the camera opens: ${kilo(english)} in English, at most ${kilo(most)}, gzip`)
    assert.ok(english <= 58_000, `${english} bytes`)
    assert.ok(most <= 60_000, `${most} bytes`)
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

const assets = () => readdirSync(join(dist, 'assets'))
const filesLike = (name: RegExp) =>
  assets()
    .filter((file) => name.test(file))
    .map((file) => `assets/${file}`)
const isEnglish = (path: string) => path.includes('en-US')

/** The page itself, and what it names. */
function firstScreen(): string[] {
  const html = readFileSync(join(dist, 'hosted-page/index.html'), 'utf8')
  return [
    'hosted-page/index.html',
    ...[...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path as string),
  ]
}

/** These files, and the scripts that they cannot do without. */
function withImports(paths: readonly string[]): string[] {
  const found = new Set(paths)
  for (const path of found) {
    if (!path.endsWith('.js')) continue
    const text = readFileSync(join(dist, path), 'utf8')
    for (const [, file] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) found.add(`assets/${file}`)
  }
  return [...found]
}

const sizeOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + gzipped(path), 0)
const gzipped = (path: string) => gzipSync(readFileSync(join(dist, path))).length
const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
