import { DOCUMENT, namesOf, numbersIn, numbersOf, type ReadProof } from '../../kernel/decision/proof.ts'
import { isOfOtherCountry } from './chip-reading.ts'

/** What the chip says about the person. */
export const chipProof: ReadProof = ({ chip: read }) => {
  if (!read) return undefined
  return {
    name: 'chip',
    thing: 'chip',
    ...namesOf(read.mrz),
    dateOfBirth: read.mrz.dateOfBirth && read.mrz.fields.date_of_birth,
    numbers: numbersOf(DOCUMENT, ...numbersIn(read.mrz)),
    portrait: read.portrait,
    isSigned: true,
    isProven: read.verdict === 'TRUSTED' && !isOfOtherCountry(read) && read.activeAuthentication !== 'FALSE',
  }
}
