import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { canonicalJson } from '../../../../src/features/seal/formats/vds-nc.ts'
import { der } from '../../../../src/formats/asn1/der.ts'
import { type Cbor, tagged, writeCbor } from '../../../../src/formats/cbor/cbor.ts'
import { certify, makeAuthority, type Party } from '../chip/certify.ts'
import { encodeBase32, encodeBase45, encodeC40 } from './text-codes.ts'

/** The holder of a seal on a specimen. */
export interface SealPerson {
  surname: string
  givenNames: string
  /** ISO 8601. */
  dateOfBirth: string
  sex: 'M' | 'F'
  documentNumber: string
  /** Two lines of 36 characters. */
  mrz: string[]
  portrait?: Uint8Array
}

/** A test authority for seals, and a signer of it for each way to sign. */
export interface SealAuthority {
  authority: Party
  /** With an elliptic curve; its common name is TS. */
  signer: Party
  /** RSA of 2048 bits, for Aadhaar. */
  rsa: Party
  /** For 2D-Doc: its common name is that of its authority and its own number. */
  french: Party
  /** Signs QR codes of MOSIP. */
  token: { privateKey: KeyObject; jwk: Record<string, unknown> }
}

export const WAY = { kind: 'ecdsa', hash: 'sha256', curve: 'brainpoolP256r1' } as const
export const RSA = { kind: 'rsa', hash: 'sha256' } as const

export function makeSealAuthority(): SealAuthority {
  const authority = makeAuthority('Seals of Utopia', { way: WAY })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    authority,
    signer: certify('TS', { way: WAY, by: authority, serial: 7 }),
    rsa: certify('UIDAI of specimens', { way: RSA, by: authority, country: 'IN' }),
    french: certify('FR000007', { way: WAY, by: authority, country: 'FR' }),
    token: { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid: 'token' } },
  }
}

/** What an operator imports to trust it. */
export const trustFilesOf = ({ authority, signer, rsa, french, token }: SealAuthority) => [
  ...[authority, signer, rsa, french].map(({ certificate }, at) => ({ name: `${at}.cer`, bytes: certificate })),
  { name: 'keys.json', bytes: Buffer.from(JSON.stringify({ keys: [token.jwk] })) },
]

const DAY = '2026-03-02'

/** r and s concatenated, as in seals. */
const plainSignature = ({ key }: Party, message: Uint8Array) =>
  sign('sha256', message, { key: key.privateKey, dsaEncoding: 'ieee-p1363' })

/** MMDDYYYY as a number in three bytes. */
const dateBytes = (date: string) => {
  const number = Number(date.slice(5, 7) + date.slice(8) + date.slice(0, 4))
  return Uint8Array.of(number >> 16, (number >> 8) & 0xff, number & 0xff)
}

const tlv = (tag: number, value: Uint8Array) => Buffer.concat([Uint8Array.of(tag, value.length), value])
const serialOf = ({ serial }: Party) => Buffer.from(serial).toString('hex').replace(/^0+/, '').toUpperCase()

/** A residence permit of Utopia with its MRZ. `version` is that of the header. */
export function signVds(
  person: SealPerson,
  by: Party,
  { version = 4, signedOn = DAY, country = 'UTO' } = {},
): Uint8Array {
  const reference = serialOf(by)
  const length = reference.length.toString(16).padStart(2, '0').toUpperCase()
  const signer = version === 4 ? [encodeC40(`UTTS${length}`), encodeC40(reference)] : [encodeC40(`UTTS${reference}`)]
  const signed = Buffer.concat([
    Uint8Array.of(0xdc, version - 1),
    encodeC40(country),
    ...signer,
    dateBytes(signedOn),
    dateBytes(signedOn),
    Uint8Array.of(0xfb, 0x06),
    tlv(2, encodeC40(person.mrz.join(''))),
    tlv(3, encodeC40('PA1234567')),
  ])
  return Buffer.concat([signed, tlv(0xff, plainSignature(by, signed))])
}

/** An emergency travel document of Utopia. */
export function signIdb(person: SealPerson, by: Party, { zipped = false } = {}): Uint8Array {
  const group = Buffer.concat([der(0x02, der(0x02, encodeC40(person.mrz.join('')))), der(0x09, encodeC40('123456'))])
  const signed = Buffer.concat([
    encodeC40('UTO'),
    Uint8Array.of(1),
    createHash('sha1').update(by.certificate).digest().subarray(-5),
    Uint8Array.of(0),
    dateBytes(DAY),
    der(0x61, group),
  ])
  const whole = Buffer.concat([signed, der(0x7f, plainSignature(by, signed))])
  return Buffer.from(`RDB1${zipped ? 'D' : 'B'}${encodeBase32(zipped ? deflateSync(whole) : whole)}`)
}

export function signVdsNc(person: SealPerson, by: Party): Uint8Array {
  const { surname, givenNames, dateOfBirth: dob, sex, documentNumber: i } = person
  const data = {
    hdr: { is: 'UTO', t: 'icao.vacc', v: 1 },
    msg: { uvci: 'U1', pid: { n: `${surname}  ${givenNames}`, dob, sex, i } },
  }
  const sigvl = plainSignature(by, Buffer.from(canonicalJson(data))).toString('base64url')
  const cer = Buffer.from(by.certificate).toString('base64url')
  return Buffer.from(JSON.stringify({ data, sig: { alg: 'ES256', cer, sigvl } }))
}

export function signClaim169(person: SealPerson, { token }: SealAuthority, until = '2030-01-01'): Uint8Array {
  const { surname, givenNames, dateOfBirth, sex, documentNumber, portrait } = person
  const claim = new Map<number, Cbor>([
    [1, documentNumber],
    [4, `${givenNames} ${surname}`],
    [8, dateOfBirth.replaceAll('-', '')],
    [9, sex === 'M' ? 1 : 2],
    ...(portrait
      ? [
          [
            62,
            [
              new Map<number, Cbor>([
                [0, portrait],
                [1, 0],
                [2, 1],
              ]),
            ],
          ] as [number, Cbor],
        ]
      : []),
  ])
  const payload = writeCbor(
    new Map<number, Cbor>([
      [1, 'https://id.utopia.example'],
      [4, Date.parse(until) / 1000],
      [6, Date.parse(DAY) / 1000],
      [169, claim],
    ]),
  )
  const header = writeCbor(
    new Map<number, Cbor>([
      [1, -8],
      [4, Buffer.from('token')],
    ]),
  )
  const signed = writeCbor(['Signature1', header, new Uint8Array(0), payload])
  const message = tagged(18, [header, new Map(), payload, new Uint8Array(sign(null, signed, token.privateKey))])
  return Buffer.from(encodeBase45(deflateSync(writeCbor(message))))
}

export function signAadhaar(person: SealPerson, by: Party): Uint8Array {
  const { surname, givenNames, dateOfBirth, sex, portrait } = person
  const [year, month, day] = dateOfBirth.split('-')
  const reference = `1234${DAY.replaceAll('-', '')}101010123`
  const name = `${givenNames} ${surname}`
  const address = ['', 'Amaurot', '', '1', '', '110001', 'Amaurot', 'Utopia', 'Anyder Street', '', 'Amaurot']
  const texts = ['0', reference, name, `${day}-${month}-${year}`, sex, ...address]
  const parts = texts.flatMap((text) => [Buffer.from(text, 'latin1'), Uint8Array.of(0xff)])
  const signed = Buffer.concat([...parts, portrait ?? new Uint8Array(0)])
  const whole = gzipSync(Buffer.concat([signed, by.key.sign(signed)]))
  return Buffer.from(BigInt(`0x${whole.toString('hex')}`).toString())
}

export function signTwoDDoc(person: SealPerson, by: Party, version = 4): Uint8Array {
  const days = (Date.parse(DAY) - Date.UTC(2000, 0, 1)) / 86_400_000
  const day = days.toString(16).toUpperCase().padStart(4, '0')
  const [year, month, date] = person.dateOfBirth.split('-')
  const header = `DC0${version}FR000007${day}${day}07`
  const fields = [
    `60${person.givenNames.replaceAll(' ', '/')}\u001d`,
    `62${person.surname}\u001d`,
    `65P `,
    `66${person.documentNumber}\u001d`,
    `68${person.sex}69${date}${month}${year}`,
  ]
  const signed = `${header}${version > 2 ? '01' : ''}${version > 3 ? 'FR' : ''}${fields.join('')}`
  const signature = plainSignature(by, Buffer.from(signed, 'latin1'))
  return Buffer.from(`${signed}\u001f${encodeBase32(signature)}`, 'latin1')
}
