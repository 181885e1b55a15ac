import type { Inks } from '../draw/guilloche.ts'

/** A North American issuer of licences, as specimens need it. */
export interface LicenceIssuer {
  /** Postal abbreviation. */
  code: string
  number: string
  city: string
  inks: Inks
  accent: string
}

export function licenceIssuer(code: string): LicenceIssuer {
  const issuer = issuers.find((candidate) => candidate.code === code)
  if (!issuer) throw new Error(`no licence layout for ${code}; there is ${licenceIssuerCodes().join(', ')}`)
  return issuer
}

export function licenceIssuerCodes(): string[] {
  return issuers.map(({ code }) => code)
}

const sky: Inks = { paper: ['#e2eef8', '#f7f1e4', '#e5eef6'], lines: ['#5b93c4', '#cfa24e'] }
const sand: Inks = { paper: ['#f7efdc', '#f1e9f0', '#e6eef2'], lines: ['#c1934a', '#7c86bd'] }
const leaf: Inks = { paper: ['#e6f2e6', '#f4f2e2', '#e2eef0'], lines: ['#5fa46e', '#4f91a8'] }
const rose: Inks = { paper: ['#f6e7e6', '#f3f0e8', '#e7ecf5'], lines: ['#bf6b6b', '#6c86b8'] }

/** Number patterns as the states publish them. */
const issuers: readonly LicenceIssuer[] = [
  { code: 'CA', number: 'A9999999', city: 'ANYTOWN', inks: sky, accent: '#1d4f91' },
  { code: 'NY', number: '999999999', city: 'NOWHEREVILLE', inks: sand, accent: '#2b3a67' },
  { code: 'TX', number: '99999999', city: 'SAMPLE SPRINGS', inks: rose, accent: '#8c1d40' },
  { code: 'FL', number: 'A999999999999', city: 'PORT EXAMPLE', inks: leaf, accent: '#0b6e4f' },
  { code: 'WA', number: 'WDLA9999999A', city: 'FICTION FALLS', inks: leaf, accent: '#14532d' },
  { code: 'OH', number: 'AA999999', city: 'TESTVILLE', inks: sky, accent: '#7b1e22' },
  { code: 'CO', number: '999999999', city: 'MOUNT SPECIMEN', inks: sand, accent: '#7a4a12' },
]
