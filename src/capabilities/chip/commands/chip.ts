import { collectTrust } from '../../../certificates/collect-trust.ts'
import { defineCommand, defineGroup } from '../../../cli/parser/command.ts'
import { bytesOfHex, dateOf } from '../../../cli/support/option-values.ts'
import { readTrustFolder } from '../../../cli/support/trust-folder.ts'
import { verifyChip } from '../verify/verify-chip.ts'
import { readChipFolder } from './chip-folder.ts'
import { read } from './chip-read.ts'
import { formatReport, isGood, reportOf } from './chip-report.ts'

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
        trust: {
          type: 'string',
          value: 'FOLDER',
          required: true,
          description: 'master lists with their roots, certificates, revocation lists',
        },
        at: { type: 'string', value: 'DATE', description: 'judge at this date instead of the time of signing' },
        challenge: { type: 'string', value: 'HEX', description: 'what the chip was asked to sign' },
      },
      examples: ['chip verify passport --trust lists --challenge 1f2e3d4c5b6a7988'],
      run: async ({ args: { folder }, options: { trust, at, challenge } }) => {
        const moment = at === undefined ? undefined : dateOf(at)
        const asked = challenge === undefined ? undefined : bytesOfHex('--challenge', challenge, 64)
        const files = readChipFolder(folder)
        const { store, refused } = collectTrust(readTrustFolder(trust))
        const result = verifyChip(files, {
          trust: store,
          now: Date.now(),
          ...(moment !== undefined && { at: moment }),
          ...(asked && { challenge: asked }),
        })
        const report = reportOf(result, refused)
        return { data: report, text: formatReport(report), exitCode: isGood(files, result) ? 0 : 1 }
      },
    }),
  },
})
