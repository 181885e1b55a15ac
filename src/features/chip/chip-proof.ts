import { DOCUMENT, namesOf, numbersIn, numbersOf, type ReadProof } from '../../kernel/decision/proof.ts'
import { isOfNoIssuer } from '../../kernel/evidence/document/specimen.ts'
import { isOfOtherCountry, isProof } from './chip-reading.ts'

/** What the chip says about the person. */
export const chipProof: ReadProof = ({ chip: read }) => {
  if (!read) return undefined
  const issuer = read.mrz.fields.issuing_state_or_organization ?? ''
  return {
    name: 'chip',
    thing: 'chip',
    ...namesOf(read.mrz),
    dateOfBirth: read.mrz.dateOfBirth && read.mrz.fields.date_of_birth,
    numbers: numbersOf(DOCUMENT, ...numbersIn(read.mrz)),
    portrait: read.portrait,
    isSigned: true,
    isTrusted: read.verdict === 'TRUSTED',
    holdsPortrait: true,
    attestsDocument: isProof(read),
    mayBeCopied: read.activeAuthentication !== 'GENUINE',
    specimen: isOfNoIssuer(issuer) ? `its chip names the issuer ${issuer}, which isn’t a country` : undefined,
    inPlaceOfDocument: 'The chip was read instead of the document.',
    isProven: read.verdict === 'TRUSTED' && !isOfOtherCountry(read) && read.activeAuthentication !== 'FALSE',
  }
}
