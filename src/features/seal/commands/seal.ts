import { basename } from 'node:path'
import { readTrustFolder, TRUST_FOLDER } from '../../../kernel/trust/trust-folder.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { bytesOf, dateOf, UsageError } from '../../../platform/cli/usage.ts'
import { kindOfSeal } from '../formats/read-seal.ts'
import { collectSealTrust, type SealTrust } from '../verify/seal-trust.ts'
import { verifySeal } from '../verify/verify-seal.ts'

export const command = defineGroup({
  summary: 'verify signed barcodes, without a session',
  commands: {
    verify: defineCommand({
      summary: 'verify signed barcodes in pictures, or the contents of one',
      details: `Each file is a picture (JPEG, PNG, WebP) with signed barcodes, or holds the contents of one code, byte for byte:
VDS, IDB, VDS-NC, Claim 169, Aadhaar or 2D-Doc.
Keys that decrypt encrypted codes are read from JWKS in the trust folder.
Ends with 0 if every code is TRUSTED, and with 1 otherwise.`,
      arguments: { file: { many: true, description: 'the files' } },
      options: {
        trust: {
          ...TRUST_FOLDER,
          description: 'certificates of authorities and signers, master lists with their roots, revocation lists, JWKS',
        },
        at: { type: 'string', value: 'DATE', description: 'judge at this date instead of today' },
      },
      examples: ['seal verify permit.bin --trust lists'],
      run: async ({ args: { file: paths }, options: { trust: folder, at } }) => {
        const now = at === undefined ? Date.now() : dateOf(at)
        const { trust, refused } = collectSealTrust(readTrustFolder(folder))
        const codes = await Promise.all(paths.map(codesIn))
        const seals = codes.flat().map(({ file, bytes }) => reportOf(file, bytes, trust, now))
        const data = { seals, ...(refused.length && { refused }) }
        const lines = [...seals.map(formatSeal), ...refused.map(({ file, reason }) => `refused: ${file}: ${reason}`)]
        return { data, text: lines.join('\n'), exitCode: seals.every(({ verdict }) => verdict === 'TRUSTED') ? 0 : 1 }
      },
    }),
  },
})

type Report = ReturnType<typeof reportOf>

function reportOf(file: string, bytes: Uint8Array, trust: SealTrust, now: number) {
  const { seal, verdict, signature, reasons, signer, authority } = verifySeal(bytes, trust, now)
  return {
    file,
    verdict,
    signature,
    reasons,
    ...(signer && { signer }),
    ...(authority && { authority }),
    ...(seal && {
      kind: seal.kind,
      ...(seal.country && { country: seal.country }),
      ...(seal.documentType && { documentType: seal.documentType }),
      ...(seal.signedOn && { signedOn: seal.signedOn }),
      ...(seal.validFrom && { validFrom: seal.validFrom }),
      ...(seal.validUntil && { validUntil: seal.validUntil }),
      fields: seal.fields,
      values: seal.values,
      ...(seal.portrait && { portrait: { bytes: seal.portrait.length } }),
    }),
  }
}

function formatSeal({ file, verdict, reasons, signer, authority, ...rest }: Report): string {
  const lines = [`${file}: ${verdict}`, ...reasons.map(({ code, text }) => `  ${code.padEnd(30)} ${text}`)]
  const about = [rest.kind, rest.country, rest.documentType, rest.signedOn && `signed ${rest.signedOn}`]
  if (rest.kind) lines.push(`  ${about.filter((part) => part).join(', ')}`)
  if (signer) lines.push(`  signer     ${signer.subject}`)
  if (authority) lines.push(`  authority  ${authority.subject} (${authority.origin})`)
  for (const { name, value } of rest.values ?? []) lines.push(`  ${name}: ${value.replaceAll('\n', ' / ')}`)
  return lines.join('\n')
}

/** The contents of the signed barcodes in a picture. A file that is not a picture is the contents of a code. */
async function codesIn(path: string): Promise<{ file: string; bytes: Uint8Array }[]> {
  const bytes = bytesOf(path)
  const file = basename(path)
  if (!PICTURES.some((start) => bytes.subarray(0, start.length).equals(start))) return [{ file, bytes }]
  const [{ decode }, { readBarcodes }] = await Promise.all([
    import('../../../vision/picture/decode.ts'),
    import('../../../vision/document/barcode/read-barcode.ts'),
  ])
  const found = await readBarcodes(await decode(bytes))
  const sealed = found.filter((code) => kindOfSeal(code.bytes) !== undefined)
  if (sealed.length === 0) throw new UsageError(`${path}: no signed barcode can be read in the picture`)
  return sealed.map((code) => ({ file, bytes: code.bytes }))
}

const PICTURES = [Buffer.of(0xff, 0xd8, 0xff), Buffer.of(0x89, 0x50, 0x4e, 0x47), Buffer.from('RIFF')]
