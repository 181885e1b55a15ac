import { toHex, toInteger } from './bytes.ts'
import { AES_128, AES_192, AES_256, type Cipher, TRIPLE_DES } from './ciphers.ts'
import { type Group, parsePublicKey, standardGroup } from './group.ts'
import { type DataObject, encodeObject, parseInside, parseObjects } from './tlv.ts'

/** One way of PACE that the chip offers. */
export interface PaceInfo {
  /** The protocol's object identifier, as DER has its value. */
  oid: Uint8Array
  mapping: 'GENERIC' | 'INTEGRATED' | 'CHIP_AUTHENTICATION'
  cipher: Cipher
  group: Group
  /** The domain parameters' number, named to the chip where it has several. */
  parameterId: number | undefined
}

/** A key of the chip, for chip authentication. */
export interface ChipKey {
  group: Group
  key: Uint8Array
  id: number | undefined
}

/** A cipher that chip authentication may be done with. */
export interface ChipAuthenticationInfo {
  oid: Uint8Array
  cipher: Cipher
  keyId: number | undefined
}

const ID_PACE = '04007f0007020204'
const ID_PUBLIC_KEY = '04007f0007020201'
const ID_CHIP_AUTHENTICATION = '04007f0007020203'
/** The second to last arc of a PACE protocol; the last one is its cipher. */
const MAPPINGS: Record<number, { mapping: PaceInfo['mapping']; kind: 'DH' | 'EC' }> = {
  1: { mapping: 'GENERIC', kind: 'DH' },
  2: { mapping: 'GENERIC', kind: 'EC' },
  3: { mapping: 'INTEGRATED', kind: 'DH' },
  4: { mapping: 'INTEGRATED', kind: 'EC' },
  6: { mapping: 'CHIP_AUTHENTICATION', kind: 'EC' },
}
const CIPHERS: Record<number, Cipher> = { 1: TRIPLE_DES, 2: AES_128, 3: AES_192, 4: AES_256 }
const PREFERENCE = ['CHIP_AUTHENTICATION', 'GENERIC', 'INTEGRATED']

/** The PACE protocols of EF.CardAccess that we can do, the best first, and whether any were offered at all. */
export function parsePaceInfos(securityInfos: Uint8Array): { supported: PaceInfo[]; offered: boolean } {
  const entries = parseInside(securityInfos, 0x31).map(({ value }) => parseObjects(value))
  const explicit = new Map(
    entries.filter(([oid]) => isDomain(oid)).map(([, algorithm, id]) => [numberOf(id), algorithm] as const),
  )
  const offers = entries.filter(([oid]) => oid && toHex(oid.value).startsWith(ID_PACE) && oid.value.length === 10)
  // 9303-11, 4.4.4.1: the parameters are named where the chip has more than one set of them.
  const sets = new Set([...offers.map(([, , parameters]) => numberOf(parameters)), ...explicit.keys()])
  const isAmbiguous = offers.length > 1 || sets.size > 1
  const supported = offers.flatMap(([oid, , parameters]): PaceInfo[] => {
    const arcs = oid?.value ?? new Uint8Array(0)
    const { mapping, kind } = MAPPINGS[arcs[8] ?? 0] ?? {}
    const cipher = CIPHERS[arcs[9] ?? 0]
    const parameterId = numberOf(parameters)
    const group = groupOf(parameterId, explicit)
    if (!mapping || !cipher || !group || (kind === 'EC') !== (group.elementTag === 0x86)) return []
    return [{ oid: arcs, mapping, cipher, group, parameterId: isAmbiguous ? parameterId : undefined }]
  })
  supported.sort(
    (a, b) =>
      PREFERENCE.indexOf(a.mapping) - PREFERENCE.indexOf(b.mapping) ||
      b.group.elementTag - a.group.elementTag ||
      b.cipher.keyLength - a.cipher.keyLength ||
      b.cipher.blockSize - a.cipher.blockSize,
  )
  return { supported, offered: offers.length > 0 }
}

/** Chip authentication keys and protocols among security infos (EF.DG14, EF.CardSecurity). */
export function parseChipKeys(securityInfos: Uint8Array): { keys: ChipKey[]; protocols: ChipAuthenticationInfo[] } {
  const entries = parseInside(securityInfos, 0x31).map(({ value }) => parseObjects(value))
  const keys = entries.flatMap(([oid, info, id]): ChipKey[] => {
    if (!oid || !info || !toHex(oid.value).startsWith(ID_PUBLIC_KEY)) return []
    return [{ ...parsePublicKey(info.value), id: numberOf(id) }]
  })
  const protocols = entries.flatMap(([oid, , id]): ChipAuthenticationInfo[] => {
    if (!oid || !toHex(oid.value).startsWith(ID_CHIP_AUTHENTICATION) || oid.value.length !== 10) return []
    const cipher = CIPHERS[oid.value[9] ?? 0]
    return cipher ? [{ oid: oid.value, cipher, keyId: numberOf(id) }] : []
  })
  return { keys, protocols }
}

/** PACEDomainParameterInfo has the protocol without its cipher. */
const isDomain = (oid: DataObject | undefined) =>
  oid !== undefined && oid.value.length === 9 && toHex(oid.value).startsWith(ID_PACE)

function groupOf(id: number | undefined, explicit: ReadonlyMap<number | undefined, DataObject | undefined>) {
  const algorithm = explicit.get(id)
  if (algorithm) {
    // A key of no length: only the group is asked for.
    return parsePublicKey(
      Uint8Array.from([...encodeObject(0x30, algorithm.value), ...encodeObject(0x03, Uint8Array.of(0, 2, 1, 2))]),
    ).group
  }
  return id === undefined ? undefined : standardGroup(id)
}

const numberOf = (object: DataObject | undefined) =>
  object?.tag === 0x02 ? Number(toInteger(object.value)) : undefined
