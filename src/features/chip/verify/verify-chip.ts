import { Malformed } from '../../../formats/asn1/element.ts'
import type { MrzReading } from '../../../formats/mrz/mrz-reading.ts'
import { countryOf } from '../../../formats/text/countries.ts'
import { TrustStore } from '../../../formats/x509/trust-store.ts'
import { FILES } from '../../../kernel/results/evidence-format.ts'
import type { CheckEvidence } from '../../../kernel/results/verify-evidence.ts'
import { type ChipFiles, type ChipResult, LARGEST_CHIP, type PassiveResult } from '../chip-reading.ts'
import { chipFilesOf, type StoredChipFiles } from '../chips.ts'
import { checkDg13, readCom, readDg1, readDg2, readDg7, readDg11, readDg12, readDg14 } from '../domain/data-groups.ts'
import type { ActiveAuthentication, ChipReason } from '../verdict.ts'
import { authenticateActively } from './active-authentication.ts'
import { authenticatePassively } from './passive-authentication.ts'

interface ChipCheck {
  trust: TrustStore
  now: number
  /** Judges at this time instead of the time of signing. */
  at?: number
  challenge?: Uint8Array
}

/** Judges the files of a chip: the state's signature, the chip's own answer, and the contents. */
export function verifyChip(files: ChipFiles, { trust, now, at, challenge }: ChipCheck): ChipResult {
  const { sod, groups, signature, com } = files
  const size = [sod, signature, com, ...groups.values()].reduce((sum, file) => sum + (file?.length ?? 0), 0)
  if (size > LARGEST_CHIP)
    return {
      ...(sod && { verdict: 'UNREADABLE' }),
      reasons: [{ code: 'TOO_LARGE', text: 'more than one megabyte' }],
      activeAuthentication: 'ABSENT',
    }
  const contents = readContents(files, new Date(now).toISOString().slice(0, 10))
  const expiry = contents.found.mrz?.dateOfExpiry
  const moments = { now, ...(at !== undefined && { at }), ...(expiry && { expiry }) }
  const passive = sod && authenticatePassively(sod, groups, trust, moments)
  const active = checkActively(groups, signature, challenge)
  return {
    ...passive,
    ...active,
    ...contents.found,
    reasons: [
      ...(passive?.reasons ?? []),
      ...active.reasons,
      ...contents.reasons,
      ...(passive ? [...otherCountry(passive, contents.found.mrz), ...otherList(passive, contents.found)] : []),
    ],
  }
}

function checkActively(
  groups: ReadonlyMap<number, Uint8Array>,
  signature: Uint8Array | undefined,
  challenge: Uint8Array | undefined,
): { activeAuthentication: ActiveAuthentication; reasons: ChipReason[] } {
  const key = groups.get(15)
  if (!key || !signature) return { activeAuthentication: 'ABSENT', reasons: [] }
  if (!challenge)
    return {
      activeAuthentication: 'ABSENT',
      reasons: [
        { code: 'CHALLENGE_MISSING', text: "the chip's signature says nothing without the challenge it is over" },
      ],
    }
  return authenticateActively(key, signature, challenge, groups.get(14))
}

/**
 * The signers of issuers that are not countries of ISO 3166, according to the master lists, and of China, where Hong
 * Kong and Macao issue their own documents. All other codes that are not countries have no signer: refugees, stateless
 * persons, former states, and organisations that sign nothing.
 */
const SIGNERS: Readonly<Record<string, readonly string[]>> = {
  CHN: ['CN', 'HK', 'MO'],
  EUE: ['EU'],
  RKS: ['KS'],
  UNA: ['UN'],
  UNO: ['UN'],
  UTO: ['UT'],
}

/** A state signs its own documents (ICAO 9303-12). */
function otherCountry({ country }: PassiveResult, mrz: MrzReading | undefined): ChipReason[] {
  const stated = mrz?.fields.issuing_state_or_organization
  if (!country || !stated) return []
  const issuer = countryOf(stated)
  const signers = SIGNERS[issuer?.alpha3 ?? ''] ?? [issuer?.alpha2]
  if (signers.includes(country)) return []
  return [
    {
      code: 'COUNTRY_DIFFERS',
      text: `${country} signed a document that claims to be from ${issuer?.alpha3 ?? stated}`,
    },
  ]
}

/** EF.COM is not signed: a copy could leave out data groups there that the signed object names. */
function otherList({ signedGroups, verdict }: PassiveResult, { directory }: Contents): ChipReason[] {
  if (!directory || verdict === 'UNREADABLE') return []
  const same = directory.groups.join() === signedGroups.join()
  return same ? [] : [{ code: 'LIST_DIFFERS', text: 'EF.COM lists other data groups than are signed' }]
}

type Contents = Pick<ChipResult, 'mrz' | 'portrait' | 'holder' | 'document' | 'signaturePicture' | 'directory'>

/** The contents of the files, signed or not. */
function readContents({ groups, com }: ChipFiles, today: string): { found: Contents; reasons: ChipReason[] } {
  const reasons: ChipReason[] = []
  function read<Value>(name: string, bytes: Uint8Array | undefined, take: (bytes: Uint8Array) => Value) {
    try {
      return bytes && take(bytes)
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      reasons.push({ code: 'DATA_GROUP_UNREADABLE', text: `${name} cannot be read: ${error.message}` })
      return undefined
    }
  }
  const group = <Value>(number: number, take: (bytes: Uint8Array) => Value) =>
    read(`DG${number}`, groups.get(number), take)
  const found: Contents = {
    directory: read('EF.COM', com, readCom),
    mrz: group(1, (bytes) => readDg1(bytes, today)),
    holder: group(11, readDg11),
    document: group(12, readDg12),
    portrait: group(2, readDg2),
    signaturePicture: group(7, readDg7),
  }
  group(13, checkDg13)
  group(14, readDg14)
  return { found, reasons }
}

/**
 * Does the evidence about the chip agree with its signed files? Who signed them is not checked here; `cli chip verify`
 * checks trust.
 */
export const checkSignedFiles: CheckEvidence = ({ chip }, fileOf) => {
  const files = fileOf(FILES.chip) as StoredChipFiles | undefined
  if (!files) return chip ? [`${FILES.chip} is missing`] : []
  if (!chip) return ['there are files of a chip, but the evidence does not mention a chip']
  const { verdict, mrz } = verifyChip(chipFilesOf(files), { trust: new TrustStore([]), now: Date.now() })
  const problems: string[] = []
  if (chip.verdict !== 'ALTERED' && verdict !== 'UNKNOWN_ISSUER' && verdict !== 'TRUSTED')
    problems.push('the signature of the state does not hold over the files of the chip')
  if (mrz?.lines.join() !== chip.mrz.lines.join()) problems.push('the evidence does not agree with the chip')
  return problems
}
