import { isoDate } from '../../../formats/text/dates.ts'
import { inflate, type ParsedSeal, UnreadableSeal } from './parsed-seal.ts'

/** The most digits of a QR code. A longer number would only cost time. */
const MOST_DIGITS = 8_000
const SEPARATOR = 0xff
const SIGNATURE_BYTES = 256
const HASH_BYTES = 32
/** The first byte identifies the compression: gzip, or zlib in the QR codes of some letters. */
const FORMS: Record<number, 'gzip' | 'zlib'> = { 31: 'gzip', 120: 'zlib' }

const NAMES = [
  'emailMobileStatus',
  'referenceId',
  'name',
  'dateOfBirth',
  'gender',
  'careOf',
  'district',
  'landmark',
  'house',
  'location',
  'pinCode',
  'postOffice',
  'state',
  'street',
  'subDistrict',
  'vtc',
] as const

/**
 * Aadhaar Secure QR (UIDAI): a decimal number whose bytes are gzip. It holds texts separated by 0xFF, a photograph,
 * hashes of the email address and the phone number, and a signature at the end.
 */
export function readAadhaar(text: string): ParsedSeal {
  if (!/^\d+$/.test(text) || text.length > MOST_DIGITS)
    throw new UnreadableSeal('it is not a number of a possible size')
  const hex = BigInt(text).toString(16)
  const packed = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const form = FORMS[packed[0] ?? 0]
  if (!form) throw new UnreadableSeal('it is not gzip')
  const whole = inflate(packed, form)
  if (whole.length <= SIGNATURE_BYTES) throw new UnreadableSeal('it ends too early')
  const signed = whole.subarray(0, -SIGNATURE_BYTES)
  const { values, version, photograph } = readTexts(signed)
  const value = (name: (typeof NAMES)[number]) => values.find((each) => each.name === name)?.value ?? ''
  const [, date] = /^\d{4}(\d{8})\d{9}$/.exec(value('referenceId')) ?? []
  const signedOn = date && isoDate(Number(date.slice(0, 4)), Number(date.slice(4, 6)), Number(date.slice(6)))
  if (!signedOn) throw new UnreadableSeal('its reference has no date')
  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(value('dateOfBirth')) ?? []
  const dateOfBirth = isoDate(Number(year), Number(month), Number(day))
  const sex = /^[MF]$/.test(value('gender')) ? value('gender') : value('gender') === 'T' ? 'X' : ''
  return {
    kind: 'AADHAAR',
    country: 'IND',
    documentType: `AADHAAR_${version}`,
    signedOn,
    fields: {
      ...(value('name') && { fullName: value('name') }),
      ...(dateOfBirth && { dateOfBirth }),
      ...(sex && { sex }),
    },
    values,
    ...(photograph.length > 0 && { portrait: photograph }),
    signer: { identifier: 'IN' },
    signed,
    signature: { bytes: whole.subarray(-SIGNATURE_BYTES), scheme: 'rsa', hash: 'sha256' },
  }
}

/**
 * From the second version on, the code begins with its version, and its last text is the last digits of the phone
 * number.
 */
function readTexts(signed: Uint8Array) {
  const [, version] = /^V([2-9])\xff/.exec(Buffer.from(signed.subarray(0, 3)).toString('latin1')) ?? []
  if (signed[0] === 0x56 && !version) throw new UnreadableSeal('an unknown version')
  const names = version ? ['version', ...NAMES, 'mobileLastDigits'] : NAMES
  let at = 0
  const values = names.map((name) => {
    const end = signed.indexOf(SEPARATOR, at)
    if (end < 0) throw new UnreadableSeal('it ends too early')
    const value = Buffer.from(signed.subarray(at, end)).toString('latin1')
    at = end + 1
    return { name, value }
  })
  const status = values.find(({ name }) => name === 'emailMobileStatus')?.value ?? ''
  if (!/^[0-3]$/.test(status)) throw new UnreadableSeal('an invalid status')
  const hashes = ((Number(status) & 1) + (Number(status) >> 1)) * HASH_BYTES
  if (!version && signed.length - at < hashes) throw new UnreadableSeal('it ends too early')
  const rest = signed.subarray(at)
  // Later versions have no hashes. Some writers add them, and the end of the picture shows it.
  const photograph = version && endsPicture(rest) ? rest : rest.subarray(0, Math.max(rest.length - hashes, 0))
  return { values, version: `V${version ?? 1}`, photograph }
}

/** The last marker of JPEG and of JPEG 2000. */
const endsPicture = (bytes: Uint8Array) => bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
