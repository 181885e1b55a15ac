import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { collectTrust } from '../../../certificates/collect-trust.ts'
import { defineCommand, defineGroup } from '../../../cli/parser/command.ts'
import { entriesOf, readTrustFolder, TRUST_FOLDER } from '../../../cli/support/trust-folder.ts'
import { bytesOfHex, dateOf, UsageError } from '../../../cli/support/usage.ts'
import { type ChipFiles, LARGEST_CHIP } from '../../../domain/proofs/chip-reading.ts'
import { verifyChip } from '../verify/verify-chip.ts'
import { read } from './chip-read.ts'
import { formatReport, isGood, reportOf } from './chip-report.ts'

/** A file by its name on the chip, with or without EF, or by its identifier there: EF.SOD.bin, EF_SOD, sod.der, 011D. */
const named = (name: string, identifier: string) =>
  new RegExp(`^(?:(?:EF[._-]?)?${name}|${identifier})(?:\\.(?:bin|der))?$`, 'i')
const SOD = named('SOD', '011D')
const COM = named('COM', '011E')
const ANSWER = named('AA', 'AA')
const GROUPS = Array.from({ length: 16 }, (_, index) =>
  named(`DG0?${index + 1}`, `01${(index + 1).toString(16).padStart(2, '0')}`),
)

/** The files of a chip in a folder: EF.SOD.bin, EF.COM.bin, DG1.bin to DG16.bin, AA.bin. Others that lie there are not looked at. */
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

/** A file of a chip; of one that no chip could hold, no more than is needed to say so. */
function bytesIn(folder: string, name: string): Uint8Array {
  const path = join(folder, name)
  return statSync(path).size > LARGEST_CHIP ? new Uint8Array(LARGEST_CHIP + 1) : readFileSync(path)
}

export const command = defineGroup({
  summary: 'read a chip on a reader, verify what was read, without a session',
  commands: {
    read,
    verify: defineCommand({
      summary: 'verify what was read from a chip, without a session',
      details: `Looks at EF.SOD.bin, DG1.bin to DG16.bin and AA.bin in a folder; EF_SOD, sod and 011D are found as well. A folder
without EF.SOD.bin is judged in part: DG15.bin with AA.bin alone for active authentication, DG2.bin alone for its portrait.
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
