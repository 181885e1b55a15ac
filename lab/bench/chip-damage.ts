import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ChipFiles } from '../../src/features/chip/chip-reading.ts'
import { readChipFolder } from '../../src/features/chip/commands/chip.ts'
import { verifyChip } from '../../src/features/chip/verify/verify-chip.ts'
import { collectTrust } from '../../src/formats/x509/collect-trust.ts'
import { readTrustFolder } from '../../src/kernel/trust/trust-folder.ts'
import { UsageError } from '../../src/platform/cli/usage.ts'
import { DAMAGES, damagesOf, signedRangesOf } from '../chip/damage.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import type { Measurement } from './support/bench.ts'

/**
 * npm run bench -- chip-damage --data DIR [--step=1]: every file of every chip in a folder with each byte changed,
 * removed and doubled. DIR has a folder for each chip, and the folder `trust`, or one in each. A fault ends it with its
 * stack; the exit code is 1 if a signed byte was changed and the verdict is TRUSTED, or if it takes more than 100
 * CPU-ms.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' }, step: { type: 'string' } } })
  if (!values.data) throw new UsageError('usage: npm run bench -- chip-damage --data DIR [--step=1]')
  const folder = values.data
  const rows: (string | number)[][] = []
  let isBad = false
  for (const name of chipsIn(folder)) {
    const own = join(folder, name, 'trust')
    const { store: trust } = collectTrust(readTrustFolder(existsSync(own) ? own : join(folder, 'trust')))
    const files = readChipFolder(join(folder, name))
    for (const [file, bytes, replace] of partsOf(files)) {
      const played = play(bytes, (damaged) => verifyChip(replace(damaged), { trust, now: Date.now() }).verdict, {
        isSigned: file === 'EF.SOD',
        step: Number(values.step ?? 1),
      })
      isBad ||= played.wrong.length > 0 || played.slowest > LONGEST_MS
      rows.push([name, file, bytes.length, ...DAMAGES.map((kind) => played.verdicts[kind]), played.slowest.toFixed(0)])
      if (played.wrong.length > 0) console.log(`TRUSTED though signed: ${name} ${file} at ${played.wrong.join(', ')}`)
      if (played.unsigned.length > 0) console.log(`${name} ${file}: not signed: ${rangesText(played.unsigned)}`)
    }
  }
  const head = ['chip', 'file', 'bytes', ...DAMAGES, 'slowest, CPU-ms']
  console.log(`\n${renderTable({ title: 'Damaged chips', head, rows })}`)
  if (isBad) process.exitCode = 1
  return []
}

const LONGEST_MS = 100

const chipsIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'trust')
    .map(({ name }) => name)

type Part = [file: string, bytes: Uint8Array, replace: (bytes: Uint8Array) => ChipFiles]

function partsOf(files: ChipFiles): Part[] {
  const { sod, groups } = files
  return [
    ...(sod ? [['EF.SOD', sod, (bytes) => ({ ...files, sod: bytes })] satisfies Part] : []),
    ...[...groups].map(
      ([number, bytes]): Part => [
        `DG${number}`,
        bytes,
        (other) => ({ ...files, groups: new Map(groups).set(number, other) }),
      ],
    ),
  ]
}

function play(
  file: Uint8Array,
  verdictOf: (bytes: Uint8Array) => string | undefined,
  { isSigned, step }: { isSigned: boolean; step: number },
) {
  const ranges = isSigned ? signedRangesOf(file) : []
  const counts = new Map<string, number>()
  const [wrong, unsigned]: [number[], number[]] = [[], []]
  let slowest = 0
  verdictOf(file)
  for (const { kind, at, bytes } of damagesOf(file, step)) {
    const before = process.cpuUsage()
    const verdict = verdictOf(bytes) ?? 'none'
    const { user, system } = process.cpuUsage(before)
    slowest = Math.max(slowest, (user + system) / 1000)
    counts.set(`${kind} ${verdict}`, (counts.get(`${kind} ${verdict}`) ?? 0) + 1)
    if (verdict !== 'TRUSTED' || !isSigned) continue
    if (kind !== 'changed' || ranges.some(({ start, end }) => at >= start && at < end)) wrong.push(at)
    else unsigned.push(at)
  }
  const verdicts = Object.fromEntries(
    DAMAGES.map((kind) => [
      kind,
      [...counts]
        .filter(([name]) => name.startsWith(kind))
        .map(([name, count]) => `${name.slice(kind.length + 1)} ${count}`)
        .join(', '),
    ]),
  ) as Record<(typeof DAMAGES)[number], string>
  return { verdicts, wrong: [...new Set(wrong)], unsigned: [...new Set(unsigned)], slowest }
}

function rangesText(places: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const place of places) {
    const last = ranges.at(-1)
    if (last && place === last[1] + 1) last[1] = place
    else ranges.push([place, place])
  }
  return ranges.map(([start, end]) => (start === end ? `${start}` : `${start}–${end}`)).join(', ')
}
