import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import barcodes from 'bwip-js/node'
import { makeSealAuthority } from '../../../packages/specimen/src/seal/sign-seal.ts'
import { played } from '../../apps/cli/command-line.ts'
import { SEALS, TRUST_FILES } from './seals.ts'

const folder = mkdtempSync(join(tmpdir(), 'limen-seal-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function folderWith(name: string, files: Record<string, Uint8Array>): string {
  const path = join(folder, name)
  mkdirSync(path)
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(path, file), bytes)
  return path
}

const trust = folderWith('trust', TRUST_FILES)
const codes = folderWith('codes', SEALS)
const verify = async (...words: string[]) => {
  const { status, stdout, stderr } = await played(['seal', 'verify', ...words, '--json'])
  return { status, stderr, report: stdout ? JSON.parse(stdout) : undefined }
}

describe('seal verify', () => {
  it('prints what each seal says, and ends with 0 when all are trusted', async () => {
    const paths = Object.keys(SEALS).map((name) => join(codes, name))
    const { status, report } = await verify(...paths, '--trust', trust, '--at', '2026-06-01')
    assert.equal(status, 0)
    assert.deepEqual(new Set(report.seals.map(({ verdict }: { verdict: string }) => verdict)), new Set(['TRUSTED']))
    const [vds] = report.seals
    assert.equal(vds.kind, 'VDS')
    assert.equal(vds.fields.documentNumber, 'L898902C3')
    assert.equal(vds.authority.origin, 'authority.cer')
  })

  it('ends with 1 when one is not', async () => {
    const others = folderWith('others', { 'a.cer': makeSealAuthority().authority.certificate })
    const { status, report } = await verify(join(codes, 'VDS'), '--trust', others)
    assert.equal(status, 1)
    assert.equal(report.seals[0].verdict, 'UNKNOWN_ISSUER')
  })

  it('reads the codes of a picture', async () => {
    const text = Buffer.from(SEALS.VDS).toString('latin1')
    const drawn = { bcid: 'datamatrix', text, binarytext: true, scale: 6, paddingwidth: 20, paddingheight: 20 }
    const pictures = folderWith('pictures', {
      'code.png': await barcodes.toBuffer({ ...drawn, backgroundcolor: 'ffffff' }),
      'none.png': await barcodes.toBuffer({ bcid: 'qrcode', text: 'HTTPS://EXAMPLE.COM', backgroundcolor: 'ffffff' }),
    })
    const { status, report } = await verify(join(pictures, 'code.png'), '--trust', trust, '--at', '2026-06-01')
    assert.deepEqual([status, report?.seals[0].verdict], [0, 'TRUSTED'])
    const printed = await verify('docs/screenshots/seal-vds.webp', '--trust', trust)
    assert.deepEqual([printed.status, printed.report?.seals[0].kind], [1, 'VDS'])
    const none = await verify(join(pictures, 'none.png'), '--trust', trust)
    assert.match(none.stderr, /no signed barcode can be read/)
  })

  it('names a file that is not there', async () => {
    const { status, stderr } = await verify(join(codes, 'none'), '--trust', trust)
    assert.equal(status, 2)
    assert.match(stderr, /none cannot be read/)
  })
})
