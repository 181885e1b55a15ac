import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const entry = fileURLToPath(new URL('../../../packages/chip-reader/src/index.ts', import.meta.url))

describe('the size of the chip reader', () => {
  it('is at most 40 kB gzip with all that it depends on', async () => {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: true, lib: { entry, formats: ['es'] }, target: 'es2022' },
    })
    const [bundle] = [built].flat()
    assert.ok(bundle && 'output' in bundle)
    const code = bundle.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
    assert.ok(gzipSync(code).length <= 40_000, `${gzipSync(code).length} bytes`)
    assert.ok(gzipSync(code).length > 5_000)
  })
})
