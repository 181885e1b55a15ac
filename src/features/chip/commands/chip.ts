import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AccessKey,
  ChipReadError,
  type ChipReading,
  readChip,
} from '../../../../packages/chip-reader/src/index.ts'
import { connectCard } from '../../../../packages/chip-reader/src/pcsc.ts'
import { collectTrust, type Refusal } from '../../../formats/x509/collect-trust.ts'
import { entriesOf, readTrustFolder, refusedFiles, TRUST_FOLDER } from '../../../kernel/trust/trust-folder.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { bytesOfHex, dateOf, UsageError } from '../../../platform/cli/usage.ts'
import { type ChipFiles, type ChipResult, LARGEST_CHIP } from '../chip-reading.ts'
import { chipFilesOf } from '../chips.ts'
import { verifyChip } from '../verify/verify-chip.ts'

/**
 * Matches a file by its name on the chip, with or without EF, or by its file identifier: EF.SOD.bin, EF_SOD, sod.der,
 * 011D.
 */
const named = (name: string, identifier: string) =>
  new RegExp(`^(?:(?:EF[._-]?)?${name}|${identifier})(?:\\.(?:bin|der))?$`, 'i')
const SOD = named('SOD', '011D')
const COM = named('COM', '011E')
const ANSWER = named('AA', 'AA')
const GROUPS = Array.from({ length: 16 }, (_, index) =>
  named(`DG0?${index + 1}`, `01${(index + 1).toString(16).padStart(2, '0')}`),
)

/** The files of a chip in a folder: EF.SOD.bin, EF.COM.bin, DG1.bin to DG16.bin, AA.bin. Other files are ignored. */
export function readChipFolder(folder: string): ChipFiles {
  const groups = new Map<number, Uint8Array>()
  const files: { sod?: Uint8Array; signature?: Uint8Array; com?: Uint8Array } = {}
  for (const name of namesIn(folder)) {
    const group = GROUPS.findIndex((pattern) => pattern.test(name))
    if (group >= 0) groups.set(group + 1, bytesIn(folder, name))
    else if (SOD.test(name)) files.sod = bytesIn(folder, name)
    else if (COM.test(name)) files.com = bytesIn(folder, name)
    else if (ANSWER.test(name)) files.signature = bytesIn(folder, name)
  }
  if (!files.sod && groups.size === 0) throw new UsageError(`${folder} holds no EF.SOD.bin and no DG1.bin to DG16.bin`)
  return { ...files, groups }
}

const namesIn = (folder: string) =>
  entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

/** The bytes of a file. If it is larger than any chip, just enough bytes to be refused as too large. */
function bytesIn(folder: string, name: string): Uint8Array {
  const path = join(folder, name)
  return statSync(path).size > LARGEST_CHIP ? new Uint8Array(LARGEST_CHIP + 1) : readFileSync(path)
}

const read = defineCommand({
  summary: 'read the chip on a PC/SC reader, and verify it',
  details: `Opens the chip with data of the MRZ (--number, --birth, --expiry) or with the card access number (--can), reads it,
has it sign a challenge if it can, and judges it like 'chip verify'. Needs pcscd, on Linux.
Ends with 0 for TRUSTED, and with 1 otherwise.`,
  options: {
    trust: TRUST_FOLDER,
    number: { type: 'string', value: 'NUMBER', description: 'document number, as in the MRZ' },
    birth: { type: 'string', value: 'DATE', description: 'date of birth: YYMMDD or YYYY-MM-DD' },
    expiry: { type: 'string', value: 'DATE', description: 'date of expiry: YYMMDD or YYYY-MM-DD' },
    can: { type: 'string', value: 'DIGITS', description: 'card access number, instead of the three above' },
    reader: {
      type: 'string',
      value: 'NAME',
      description: 'the reader whose name contains this; by default the one with a card',
    },
    out: {
      type: 'string',
      value: 'FOLDER',
      description: 'also write the files there, in the form that chip verify reads',
    },
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
    if (!/^\d{1,12}$/.test(can)) throw new UsageError('--can takes the digits on the front of the card')
    return { can }
  }
  if (number === undefined || birth === undefined || expiry === undefined)
    throw new UsageError('chip read needs --number, --birth and --expiry, or --can')
  return { documentNumber: number, birthDate: birth, expiryDate: expiry }
}

/** What was read, or the reason why nothing could be read. */
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
    if (error instanceof TypeError) throw new UsageError(error.message) // a date or number that cannot be in an MRZ
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

type Report = ReturnType<typeof reportOf>

/** The report that is printed: the interface in DECISIONS, without absent fields. */
export function reportOf(result: ChipResult, refused: readonly Refusal[]) {
  const { verdict, country, signer, authority, dataGroups, activeAuthentication, mrz, portrait } = result
  return {
    verdict,
    reasons: [...result.reasons, ...refusedFiles(refused)],
    ...(country && { country }),
    signer,
    authority,
    dataGroups,
    activeAuthentication,
    mrz: mrz && { lines: mrz.lines, fields: mrz.fields },
    portrait: portrait && { format: portrait.format, width: portrait.width, height: portrait.height },
  }
}

/**
 * True if the chip is TRUSTED. Without a signed object, two partial checks also count as good: active authentication
 * with only the key, and only the portrait. Any other unsigned file does not.
 */
export function isGood({ signature, sod, groups }: ChipFiles, result: ChipResult): boolean {
  if (sod) return result.verdict === 'TRUSTED'
  if (signature) return [...groups.keys()].every((number) => number >= 14) && result.activeAuthentication === 'GENUINE'
  return groups.size === 1 && result.portrait !== undefined
}

export function formatReport({ verdict, reasons, country, signer, authority, dataGroups, ...rest }: Report): string {
  const lines = [verdict ?? 'no signed object']
  lines.push(...reasons.map(({ code, text }) => `  ${code.padEnd(30)} ${text}`))
  if (country) lines.push(`country                ${country}`)
  if (signer) lines.push(`signer                 ${signer.subject} (${signer.notBefore} to ${signer.notAfter})`)
  if (authority) lines.push(`authority              ${authority.subject} (${authority.origin})`)
  for (const [number, state] of Object.entries(dataGroups ?? {})) lines.push(`DG${number.padEnd(20)} ${state}`)
  lines.push(`active authentication  ${rest.activeAuthentication}`)
  if (rest.mrz) lines.push(...rest.mrz.lines.map((line) => `  ${line}`))
  if (rest.portrait) {
    const { format, width, height } = rest.portrait
    lines.push(`portrait               ${format}, ${width} × ${height}`)
  }
  return lines.join('\n')
}

export const command = defineGroup({
  summary: 'read a chip on a reader, verify what was read, without a session',
  commands: {
    read,
    verify: defineCommand({
      summary: 'verify what was read from a chip, without a session',
      details: `Reads EF.SOD.bin, DG1.bin to DG16.bin and AA.bin in a folder; EF_SOD, sod and 011D are found as well. A folder
without EF.SOD.bin is judged in part: only DG15.bin with AA.bin for active authentication, only DG2.bin for its portrait.
Ends with 0 for TRUSTED or one of these two, and with 1 otherwise.`,
      arguments: { folder: { description: 'the folder with the files of the chip' } },
      options: {
        trust: TRUST_FOLDER,
        at: { type: 'string', value: 'DATE', description: 'judge at this date instead of the time of signing' },
        challenge: { type: 'string', value: 'HEX', description: 'what the chip was asked to sign' },
      },
      examples: ['chip verify passport --trust lists --challenge 1f2e3d4c5b6a7988'],
      run: async ({ args: { folder }, options: { trust, at, challenge } }) => {
        const moment = at === undefined ? undefined : dateOf(at)
        const asked = challenge === undefined ? undefined : bytesOfHex('--challenge', challenge, 64)
        const files = readChipFolder(folder)
        const { store, refused } = collectTrust(readTrustFolder(trust))
        const result = verifyChip(files, { trust: store, now: Date.now(), at: moment, challenge: asked })
        const report = reportOf(result, refused)
        return { data: report, text: formatReport(report), exitCode: isGood(files, result) ? 0 : 1 }
      },
    }),
  },
})
