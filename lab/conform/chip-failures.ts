import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromHex } from '../../packages/chip-reader/src/bytes.ts'
import { ChipReadError, type ChipReading, readChip } from '../../packages/chip-reader/src/index.ts'
import { encodeObject } from '../../packages/chip-reader/src/tlv.ts'
import { certify } from '../../packages/specimen/src/chip/certify.ts'
import { makeChip } from '../../packages/specimen/src/chip/make-chip.ts'
import { softwareChip } from '../../packages/specimen/src/chip/software-chip.ts'
import { verifyChip } from '../../src/features/chip/verify/verify-chip.ts'
import { TrustStore } from '../../src/formats/x509/trust-store.ts'
import { failureOf, type SuiteReport } from './suite.ts'

export async function run(folder: string): Promise<SuiteReport> {
  const { rows } = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as { rows: Row[] }
  const misses: SuiteReport['misses'] = []
  for (const row of rows) {
    const reason = await judge(row, folder).catch(failureOf)
    if (reason !== undefined) misses.push({ id: row.id, reason })
  }
  const counts = { n: rows.length, agree: rows.length - misses.length }
  return { figures: counts, parts: [{ name: 'all', ...counts }], misses }
}

const judge = async (row: Row, folder: string): Promise<string | undefined> =>
  row.category === 'passive-authentication-policy' ? judgeSigned(row) : judgeReading(row, folder)

/** The suite's name for each command. */
function nameOf({ cla, ins, p1, p2 }: { cla: number; ins: number; p1: number; p2: number }): string | undefined {
  if (ins === 0x22)
    return p1 === 0xc1 ? 'MSE:Set AT' : `first MSE:Set ${p2 === 0xa4 ? 'AT' : 'KAT'} for chip authentication`
  if (ins === 0x86) return cla === 0x10 ? 'first GENERAL AUTHENTICATE' : undefined
  return ins === 0x88 ? 'first INTERNAL AUTHENTICATE (INS 88)' : undefined
}

/** Plays the chip of a row to the reader; returns what should have been reported to the caller and was not. */
async function judgeReading({ chip, reader }: Row, folder: string): Promise<string | undefined> {
  const {
    document_number: documentNumber = '',
    date_of_birth: birthDate = '',
    date_of_expiry: expiryDate = '',
  } = chip.mrz ?? {}
  const hexIn = async (name: string) => fromHex((await readFile(join(folder, name), 'utf8')).trim().toLowerCase())
  const groups = new Map<number, Uint8Array>([[0x61, encodeObject(0x61, new Uint8Array(90))]])
  if (chip.dg14_file) groups.set(0x6e, await hexIn(chip.dg14_file))
  if (chip.dg15_file) groups.set(0x6f, await hexIn(chip.dg15_file))
  // The file is listed, but a reader without a certificate cannot read it.
  const isBehindTerminal = reader.result === 'terminal-authentication-failed'
  const listed = Uint8Array.from([...groups.keys(), ...(isBehindTerminal ? [0x63, 0x76] : [])])
  const identifiers = new Map([
    [0x61, 0x0101],
    [0x6e, 0x010e],
    [0x6f, 0x010f],
  ])
  const files = new Map<number, Uint8Array>([...groups].map(([tag, bytes]) => [identifiers.get(tag) ?? 0, bytes]))
  files.set(0x011d, encodeObject(0x77, new Uint8Array(90))).set(0x011e, encodeObject(0x60, encodeObject(0x5c, listed)))
  const status = chip.status_word === undefined ? undefined : Number.parseInt(chip.status_word, 16)
  const isFailing = (name: string | undefined) =>
    name !== undefined && (name === chip.fails_at || (chip.fails_at === 'first PACE command' && name === 'MSE:Set AT'))
  const key = { documentNumber, birthDate, expiryDate }
  const inner = softwareChip({
    key,
    files,
    access: 'BAC',
    ...(chip.card_access_hex && { cardAccess: fromHex(chip.card_access_hex.toLowerCase()) }),
    refuse: (command) => {
      const name = nameOf(command)
      if (isFailing(name)) return status ?? 0x6f00
      const isHidden =
        isBehindTerminal &&
        (command.ins === 0xb0
          ? command.p1 === 0x83 || command.p1 === 0x84
          : command.ins === 0xa4 && (command.data?.[1] === 3 || command.data?.[1] === 4))
      if (isHidden) return status
      return name === 'MSE:Set AT' ? 0x9000 : undefined
    },
  })
  const transceive = async (apdu: Uint8Array) => {
    const [cla = 0, ins = 0, p1 = 0, p2 = 0] = apdu
    const isCut = chip.fault !== undefined && isFailing(nameOf({ cla, ins, p1, p2 }))
    if (!isCut) return inner.transceive(apdu)
    return chip.fault === 'timeout' ? new Promise<never>(() => {}) : new Uint8Array(0)
  }
  const options = { transceive, key, challenge: '0011223344556677', dataGroups: [1, 3, 4, 14, 15], timeoutMs: 2_000 }
  const found = await readChip(options).catch((error: unknown) => {
    if (error instanceof ChipReadError) return error
    throw error
  })
  if (chip.card_access_hex && inner.received.includes(0x82)) return 'BAC was tried after PACE'
  const judge = RESULTS[reader.result]
  return judge ? judge(found, chip.status_word) : `no rule for ${reader.result}`
}

type Found = ChipReading | ChipReadError
const refusal = (found: Found, step: string, status: string | undefined) =>
  missing(
    !(found instanceof ChipReadError) &&
      found.refusals?.some((each) => each.step === step && each.status === status) === true,
    `${step} ${status}`,
  )

/** What must be reported to the caller, by the result that the suite names. */
const RESULTS: Record<string, (found: Found, status: string | undefined) => string | undefined> = {
  'pace-failed': (found, status) => {
    const isSaid =
      found instanceof ChipReadError && found.step?.startsWith('PACE ') && found.message.includes(status ?? '')
    return missing(
      isSaid === true && found.status === Number.parseInt(status ?? '', 16),
      'the step and the status word',
    )
  },
  'pace-failed-transport': (found) => {
    const isSaid = found instanceof ChipReadError && found.code === 'LOST' && found.step?.startsWith('PACE ')
    return missing(isSaid === true && found.status === undefined, 'a fault of the link')
  },
  'chip-authentication-failed': (found, status) =>
    found instanceof ChipReadError || found.chipAuthentication !== 'FAILED'
      ? 'chip authentication is not said to have failed'
      : refusal(found, 'CHIP AUTHENTICATION', status),
  'active-authentication-failed': (found, status) => refusal(found, 'INTERNAL AUTHENTICATE', status),
  'terminal-authentication-failed': (found, status) => refusal(found, 'DG3', status) ?? refusal(found, 'DG4', status),
  'card-access-unreadable': (found) =>
    missing(found instanceof ChipReadError && found.step === 'EF.CardAccess', 'the unknown variant of PACE'),
  ok: (found) =>
    missing(!(found instanceof ChipReadError) && found.access === 'BAC' && !found.refusals, 'a reading by BAC only'),
}

/** A row of the suite about chips that fail. */
interface Row {
  id: string
  category: string
  chip: {
    card_access_hex?: string
    dg14_file?: string
    dg15_file?: string
    mrz?: { document_number: string; date_of_birth: string; date_of_expiry: string }
    fails_at?: string | null
    status_word?: string
    fault?: string
    sod_digest?: string
    signer?: string
    inspection_date?: string
  }
  reader: { result: string; reasons?: string[] }
}

const missing = (isThere: boolean, what: string) => (isThere ? undefined : `${what} does not reach the caller`)

const REASONS: [RegExp, string][] = [
  [/SHA1/, 'SHA1'],
  [/MD5/, 'ALGORITHM_UNKNOWN'],
  [/expired|not yet valid/, 'SIGNER_OUTSIDE_VALIDITY'],
]

/** Signs as the row says, with a signer that no authority certified, and verifies at the date of inspection. */
function judgeSigned({ chip, reader }: Row): string | undefined {
  const digest = chip.sod_digest as 'sha1' | 'sha256' | 'md5'
  const inspected = Date.parse(chip.inspection_date ?? '')
  const year = (years: number) => new Date(inspected + years * 31_557_600_000).toISOString().slice(0, 10)
  const ended = /expired (one|five)/.exec(chip.signer ?? '')
  const until = ended ? year(ended[1] === 'one' ? -1 : -5) : year(5)
  const from = chip.signer === 'signer not yet valid' ? year(1) : year(-8)
  const hash = digest === 'md5' ? 'sha256' : digest
  const signer = certify('Signer', { way: { kind: 'ecdsa', hash, curve: 'prime256v1' }, from, until })
  const files = makeChip(new Map([[13, Uint8Array.of(0x6d, 0)]]), signer, { issuer: signer, digest })
  const { verdict, reasons } = verifyChip(files, { trust: new TrustStore([]), now: inspected, at: inspected })
  const codes: string[] = reasons.map(({ code }) => code)
  if (verdict === 'TRUSTED') return 'trusted although no authority certified the signer'
  const expected = REASONS.filter(([pattern]) => reader.reasons?.some((reason) => pattern.test(reason))).map(
    ([, code]) => code,
  )
  // An unsupported digest ends the check: nothing in such a file can be verified.
  const wanted = expected.includes('ALGORITHM_UNKNOWN') ? ['ALGORITHM_UNKNOWN'] : expected
  const said = REASONS.map(([, code]) => code).filter((code) => codes.includes(code))
  return missing(said.join() === wanted.join(), wanted.join() || 'a verdict without reasons')
}
