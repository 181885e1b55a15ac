import type { IdentityDocument } from './document.ts'
import { mrzOf } from './view.ts'

/**
 * Codes that belong to no issuer: Utopia, which ICAO 9303 uses for its own examples, and the codes that ISO 3166-1
 * leaves to users and never assigns to a country (AAA–AAZ, QMA–QZZ, XAA–XZZ, ZZA–ZZZ), except Kosovo's and those of the
 * X range that ICAO 9303-3 section 5 assigns to organisations and persons.
 */
export function isOfNoIssuer(code: string): boolean {
  if (code === 'UTO') return true
  return /^(AA[A-Z]|Q[M-Z][A-Z]|X[A-Z][A-Z]|ZZ[A-Z])$/.test(code) && !TAKEN.has(code)
}

const TAKEN = new Set('XBA XIM XCC XCE XCO XEC XPO XES XMP XOM XDC XXA XXB XXC XXX XKX XSM XCT'.split(' '))

/** The signs that the document was issued to nobody, in words; empty if there are none. */
export function findSpecimenMarks(document: IdentityDocument): string[] {
  const codes = [
    ...document.pages.flatMap(({ country }) => country ?? []),
    mrzOf(document)?.fields.issuing_state_or_organization ?? '',
  ].filter(isOfNoIssuer)
  const printed = document.pages.flatMap(({ authenticity }) => authenticity?.specimenWords ?? [])
  return [
    ...[...new Set(codes)].map((code) => `its issuer, ${code}, isn’t a country`),
    ...[...new Set(printed)].map((word) => `it says ${word}`),
  ]
}
