import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineCommand, defineGroup } from '../../../cli/parser/command.ts'
import { dateOf } from '../../../cli/support/option-values.ts'
import { readTrustFolder } from '../../../cli/support/trust-folder.ts'
import { UsageError } from '../../../cli/support/usage.ts'
import type { SealTrust } from '../verify/seal-trust.ts'
import { collectSealTrust } from '../verify/seal-trust.ts'
import { verifySeal } from '../verify/verify-seal.ts'

export const command = defineGroup({
  summary: 'verify signed barcodes, without a session',
  commands: {
    verify: defineCommand({
      summary: 'verify the contents of signed barcodes',
      details: `Each file holds the contents of one code, byte for byte: VDS, IDB, VDS-NC, Claim 169, Aadhaar or 2D-Doc.
A key that opens encrypted codes is taken from JWKS in the folder of trust.
Ends with 0 when every one is TRUSTED, and with 1 otherwise.`,
      arguments: { file: { many: true, description: 'the files' } },
      options: {
        trust: {
          type: 'string',
          value: 'FOLDER',
          required: true,
          description: 'certificates of authorities and signers, master lists with their roots, revocation lists, JWKS',
        },
        at: { type: 'string', value: 'DATE', description: 'judge at this date instead of today' },
      },
      examples: ['seal verify permit.bin --trust lists'],
      run: async ({ args: { file: paths }, options: { trust: folder, at } }) => {
        const now = at === undefined ? Date.now() : dateOf(at)
        const { trust, refused } = collectSealTrust(readTrustFolder(folder))
        const seals = paths.map((path) => reportOf(path, trust, now))
        const data = { seals, ...(refused.length && { refused }) }
        const lines = [...seals.map(formatSeal), ...refused.map(({ file, reason }) => `refused: ${file}: ${reason}`)]
        return { data, text: lines.join('\n'), exitCode: seals.every(({ verdict }) => verdict === 'TRUSTED') ? 0 : 1 }
      },
    }),
  },
})

type Report = ReturnType<typeof reportOf>

function reportOf(path: string, trust: SealTrust, now: number) {
  const { seal, verdict, signature, reasons, signer, authority } = verifySeal(bytesIn(path), trust, now)
  return {
    file: basename(path),
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

function bytesIn(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
