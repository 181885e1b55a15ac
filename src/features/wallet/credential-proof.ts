import { licenceOf, numbersOf, type ReadProof, stated } from '../../kernel/decision/proof.ts'
import { isGenuine, kindOfCredential } from './domain/credential-reading.ts'

/** What a credential says about the person. A PID has its own number, so only the number of a licence is compared. */
export const credentialProof: ReadProof = ({ credential: read }) => {
  if (!read) return undefined
  const { family_name, given_name, birth_date, document_number } = read.claims
  const { country, type } = kindOfCredential(read)
  return {
    name: 'credential',
    thing: 'credential',
    surname: stated(family_name),
    givenNames: stated(given_name),
    dateOfBirth: birth_date,
    ageOver: read.ageOver,
    numbers: type === 'DRIVER_LICENSE' ? numbersOf(licenceOf(country), document_number) : undefined,
    portrait: read.portrait,
    isSigned: true,
    isProven: isGenuine(read),
    isTrusted: isGenuine(read),
    holdsPortrait: true,
    mayLackPortrait: true,
    specimen: country ? undefined : 'the issuer of its credential isn’t a country',
    inPlaceOfDocument: 'A wallet presented a credential instead of the document.',
  }
}
