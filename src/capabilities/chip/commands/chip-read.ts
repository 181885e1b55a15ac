import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AccessKey,
  ChipReadError,
  type ChipReading,
  readChip,
} from '../../../../packages/chip-reader/src/index.ts'
import { connectCard } from '../../../../packages/chip-reader/src/pcsc.ts'
import { collectTrust } from '../../../certificates/collect-trust.ts'
import { defineCommand } from '../../../cli/parser/command.ts'
import { readTrustFolder, TRUST_FOLDER } from '../../../cli/support/trust-folder.ts'
import { UsageError } from '../../../cli/support/usage.ts'
import type { ChipFiles } from '../../../domain/proofs/chip-reading.ts'
import { chipFilesOf } from '../chips.ts'
import { verifyChip } from '../verify/verify-chip.ts'
import { formatReport, isGood, reportOf } from './chip-report.ts'

export const read = defineCommand({
  summary: 'read the chip that lies on a PC/SC reader, and verify it',
  details: `Opens the chip with what the MRZ says (--number, --birth, --expiry) or with the card access number (--can), reads it,
has it sign a challenge where it can, and judges it as 'chip verify' does. Needs pcscd, on Linux.
Ends with 0 for TRUSTED, and with 1 otherwise.`,
  options: {
    trust: TRUST_FOLDER,
    number: { type: 'string', value: 'NUMBER', description: 'document number, as the MRZ has it' },
    birth: { type: 'string', value: 'DATE', description: 'date of birth: YYMMDD or YYYY-MM-DD' },
    expiry: { type: 'string', value: 'DATE', description: 'date of expiry: YYMMDD or YYYY-MM-DD' },
    can: { type: 'string', value: 'DIGITS', description: 'card access number, instead of the three' },
    reader: {
      type: 'string',
      value: 'NAME',
      description: 'the reader whose name has this in it; else the one with a card',
    },
    out: { type: 'string', value: 'FOLDER', description: 'also write the files there, as chip verify takes them' },
  },
  examples: ['chip read --trust lists --number L898902C3 --birth 1974-08-12 --expiry 2012-04-15'],
  run: async ({ options: { trust, number, birth, expiry, can, reader, out } }) => {
    const key = keyOf({ number, birth, expiry, can })
    const { store, refused } = collectTrust(readTrustFolder(trust))
    const challenge = randomBytes(8)
    const reading = await readCard(key, challenge.toString('hex'), reader)
    if (reading instanceof ChipReadError)
      return {
        data: { error: { code: reading.code, text: reading.message } },
        text: `${reading.code}: ${reading.message}`,
        exitCode: 1,
      }
    const files = chipFilesOf(reading)
    if (out !== undefined) writeFiles(out, files)
    const result = verifyChip(files, { trust: store, now: Date.now(), challenge })
    const { access, chipAuthentication } = reading
    const report = { ...reportOf(result, refused), access, ...(chipAuthentication && { chipAuthentication }) }
    return {
      data: report,
      text: `${formatReport(report)}\naccess                 ${access}${chipAuthentication ? `, chip authentication ${chipAuthentication}` : ''}`,
      exitCode: isGood(files, result) ? 0 : 1,
    }
  },
})

type Given = Partial<Record<'number' | 'birth' | 'expiry' | 'can', string | undefined>>

function keyOf({ number, birth, expiry, can }: Given): AccessKey {
  if (can !== undefined) {
    if (!/^\d{1,12}$/.test(can)) throw new UsageError('--can wants the digits on the front of the card')
    return { can }
  }
  if (number === undefined || birth === undefined || expiry === undefined)
    throw new UsageError('chip read needs --number, --birth and --expiry, or --can')
  return { documentNumber: number, birthDate: birth, expiryDate: expiry }
}

/** What was read, or why nothing could be. */
async function readCard(
  key: AccessKey,
  challenge: string,
  reader: string | undefined,
): Promise<ChipReading | ChipReadError> {
  try {
    const card = await connectCard(reader === undefined ? {} : { reader })
    try {
      return await readChip({ transceive: card.transceive, key, challenge })
    } finally {
      await card.close()
    }
  } catch (error) {
    if (error instanceof ChipReadError) return error
    if (error instanceof TypeError) throw new UsageError(error.message) // a date or number that no MRZ could have
    throw error
  }
}

function writeFiles(folder: string, { sod, groups, signature, com }: ChipFiles): void {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, bytes: Uint8Array | undefined) =>
    bytes && writeFileSync(join(folder, name), bytes, { mode: 0o600 })
  write('EF.SOD.bin', sod)
  write('EF.COM.bin', com)
  write('AA.bin', signature)
  for (const [number, bytes] of groups) write(`DG${number}.bin`, bytes)
}
