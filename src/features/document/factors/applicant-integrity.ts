import { announcedAgreement, isAnnounced } from '../../../kernel/decision/announced.ts'
import { type Factor, isList, scored, type Used, unknown } from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { cautious } from '../../../kernel/decision/rule.ts'
import type { IdentityDocument } from '../../../kernel/evidence/document/document.ts'
import { barcodeOf, mrzOf, statedDates, visualField } from '../../../kernel/evidence/document/view.ts'
import { statementsOf } from '../../../kernel/evidence/stated-claims.ts'

/** Is the holder the person whom the caller announced? The worst of the given values decides. */
export const applicantIntegrity = {
  name: 'applicantIntegrity',
  place: 90,
  question: 'Is the holder the person whom the caller announced?',
  agreement: 'document and announcement',
  defaultRule: { ...cautious, high: 85, medium: 50, weight: 1 },
  against: () => [{ code: 'CONTRADICTION' }],
  find(evidence) {
    if (!isAnnounced(evidence.applicantForm)) return undefined
    const pages = pagesOf(evidence)
    const { document, applicantForm: form = {} } = evidence
    const [replacing] = statementsOf(evidence)
    if (!isList(pages) && !replacing) return pages

    const claims = isList(pages) ? undefined : replacing?.claims
    const firstNames = namesIn(document, 'secondary_identifier', 'given_name')
    const lastNames = namesIn(document, 'primary_identifier', 'surname')
    const compared = [
      ...given('first name', form.firstName, present([...firstNames, claims?.given_name]), announcedAgreement),
      ...given('last name', form.lastName, present([...lastNames, claims?.family_name]), announcedAgreement),
      ...given('date of birth', form.dateOfBirth, present([...births(document), claims?.birthdate]), (a, b) =>
        a === b ? 100 : 0,
      ),
    ]
    const notRead = compared.filter(({ agreement }) => agreement === undefined).map(({ what }) => what)
    const read = compared.flatMap(({ what, agreement }) => (agreement === undefined ? [] : [{ what, agreement }]))
    const used: Used = Object.fromEntries(read.map(({ what, agreement }) => [what, Math.floor(agreement)]))

    const worst = read.toSorted((a, b) => a.agreement - b.agreement)[0]
    if (worst && worst.agreement < 100) {
      const differing = read.filter(({ agreement }) => agreement < 100).map(({ what }) => what)
      return scored(worst.agreement, `The document does not state the announced ${differing.join(', ')}.`, used)
    }
    if (!worst || notRead.length) return unknown(`The document's ${notRead.join(', ')} could not be read.`, used)
    return scored(100, `The announced ${read.map(({ what }) => what).join(', ')} agree with the document.`, used)
  },
} as const satisfies Factor

/** Empty if the caller did not give the value; without agreement if the document does not state it. */
function given(
  what: string,
  announced: string | undefined,
  stated: string[],
  agree: (announced: string, stated: string) => number,
): { what: string; agreement: number | undefined }[] {
  if (!announced) return []
  return [{ what, agreement: stated.length ? Math.max(...stated.map((value) => agree(announced, value))) : undefined }]
}

const namesIn = (
  document: IdentityDocument | undefined,
  coded: 'primary_identifier' | 'secondary_identifier',
  printed: 'surname' | 'given_name',
): (string | undefined)[] => [
  mrzOf(document)?.fields[coded],
  visualField(document, printed)?.value,
  visualField(document, 'surname_and_given_names')?.value,
  barcodeOf(document)?.fields[coded],
]

const births = (document: IdentityDocument | undefined): string[] =>
  statedDates(document, 'date_of_birth').map(({ date }) => date)

const present = (values: (string | undefined)[]): string[] => values.filter((value) => value !== undefined)
