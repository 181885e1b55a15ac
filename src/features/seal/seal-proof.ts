import { DOCUMENT, numbersOf, type ReadProof, stated } from '../../kernel/decision/proof.ts'

/** What the signed barcode says about the person. It does not replace a document. */
export const sealProof: ReadProof = ({ seal: read }) => {
  if (!read) return undefined
  const { surname, givenNames, fullName, dateOfBirth, documentNumber, passportNumber } = read.fields
  return {
    name: 'signed barcode',
    thing: 'seal',
    surname: stated(surname),
    givenNames: stated(givenNames),
    wholeName: stated(fullName),
    dateOfBirth,
    numbers: numbersOf(DOCUMENT, documentNumber ?? passportNumber),
    portrait: read.portrait,
    isTrusted: read.verdict === 'TRUSTED',
    holdsPortrait: read.portrait !== undefined || read.portraitUnread === true,
    isZone: true,
    ...(read.signature === 'HOLDS' && { isSigned: true }),
  }
}
