import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeAuthority } from '../../packages/specimen/src/chip/certify.ts'
import { type ChipProfileName, makeTestChip } from '../../packages/specimen/src/chip/test-chips.ts'
import { openChips } from '../../src/features/chip/verify/open-chips.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { openStorage, type Storage } from '../../src/kernel/storage/open.ts'
import { openTrustFiles } from '../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../src/kernel/trust/trust.ts'
import { chipContents } from '../../test/support/chip-contents.ts'
import { jpegHeader } from '../../test/support/chip-pictures.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { chipsVerified } from '../evaluate/report/tables/chip.ts'
import type { Measurement } from './support/bench.ts'

const PROFILES: readonly ChipProfileName[] = [
  'rsa-sha256',
  'pss-sha256',
  'ecdsa-p256-sha256',
  'ecdsa-brainpool-p256',
  'ecdsa-brainpool-p384-explicit',
  'ecdsa-brainpool-p512-compressed',
]
const PORTRAIT_BYTES = 20_000
const COUNTRIES = 100
const clock = () => new Date()

/**
 * npm run bench -- chip [--authorities=800] [--chips=50]: the cost of verifying a chip, with many authorities in the
 * database.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { authorities: { type: 'string' }, chips: { type: 'string' } } })
  const authorities = Number(values.authorities ?? 800)
  const chips = Number(values.chips ?? 50)
  const dataDir = await mkdtemp(join(tmpdir(), 'limen-bench-'))
  const storage = await openStorage({ dataDir, clock, defaultPolicy: defaultPolicy() })
  try {
    const before = process.memoryUsage().rss
    await importTrust({ ...storage, clock }, openTrustFiles, authoritiesOf(authorities), 'system')
    const rows = []
    for (const name of PROFILES) rows.push(await verified(storage, name, chips))
    const rssMb = Math.round((process.memoryUsage().rss - before) / 1e6)
    const figures = { authorities, chips, portraitBytes: PORTRAIT_BYTES, rssMb, rows }
    console.log(`\n${renderTable(chipsVerified(figures))}`)
    return [{ set: 'chip', figures }]
  } finally {
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function authoritiesOf(count: number) {
  const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
  return Array.from({ length: count }, (_, number) => {
    const country = `${letter(Math.floor((number % COUNTRIES) / 10))}${letter(number % 10)}`
    return { name: `${number}.cer`, bytes: makeAuthority(`Authority ${number}`, { way, country }).certificate }
  })
}

const letter = (number: number) => String.fromCharCode(65 + number)

/** Reading, both signatures and the chip's answer, with the authorities looked up each time as in a session. */
async function verified(storage: Storage, name: ChipProfileName, count: number) {
  const portrait = Buffer.concat([jpegHeader(336, 448), randomBytes(PORTRAIT_BYTES)])
  const contents = chipContents({ portraits: { JPEG: portrait, JPEG2000: portrait } })
  const { sod, groups, answer, trust } = makeTestChip(name, contents)
  await importTrust({ ...storage, clock }, openTrustFiles, trust, 'system')
  const challenge = randomBytes(8)
  const signature = answer?.(challenge)
  const asked = { now: clock(), ...(signature && { challenge }) }
  const verifier = openChips(storage.trustedItems)
  const costs: number[] = []
  for (let done = 0; done <= count; done++) {
    const start = process.cpuUsage()
    const { verdict } = await verifier.verify({ sod, groups, ...(signature && { signature }) }, asked)
    const { user, system } = process.cpuUsage(start)
    if (verdict !== 'TRUSTED') throw new Error(`${name} is ${verdict}`)
    costs.push((user + system) / 1000)
  }
  const [first = 0, ...later] = costs
  const sorted = later.toSorted((one, other) => one - other)
  const at = (share: number) => rounded(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { name, first: rounded(first), median: at(0.5), p95: at(0.95) }
}

const rounded = (ms: number) => Math.round(ms * 10) / 10
