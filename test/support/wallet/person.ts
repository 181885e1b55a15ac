import type { Cbor } from '../../../src/formats/cbor/cbor.ts'
import { tagged } from '../../../src/formats/cbor/cbor.ts'

const day = (text: string) => tagged(1004, text)

/** Claims of a person who does not exist, as a PID in SD-JWT and as mdocs have them. */
export const PID_CLAIMS = {
  family_name: 'Specimen',
  given_name: 'Anna Maria',
  birthdate: '1974-08-12',
  nationalities: ['UT'],
  document_number: 'L898902C3',
  date_of_issuance: '2024-05-01',
  date_of_expiry: '2034-05-01',
  issuing_country: 'UT',
  issuing_authority: 'Utopia',
  address: { locality: 'Amaurot' },
}

export const MDL = { type: 'org.iso.18013.5.1.mDL', space: 'org.iso.18013.5.1' }
export const PID_MDOC = { type: 'eu.europa.ec.eudi.pid.1', space: 'eu.europa.ec.eudi.pid.1' }

export const MDL_CLAIMS: Record<string, Cbor> = {
  family_name: 'Specimen',
  given_name: 'Anna Maria',
  birth_date: day('1974-08-12'),
  nationality: 'UT',
  document_number: 'D1234567',
  issue_date: day('2024-05-01'),
  expiry_date: day('2034-05-01'),
  issuing_country: 'UT',
  issuing_authority: 'Utopia',
}
