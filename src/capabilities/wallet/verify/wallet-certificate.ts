import { X509Certificate } from 'node:crypto'

/** The certificates of a PEM file, the operator's own first. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  )

/** When the first of them ends: wallets refuse requests from then on. Undefined where there is none. */
export function endOfCertificates(pem: string): Date | undefined {
  const ends = certificatesIn(pem).map(({ validTo }) => Date.parse(validTo))
  return ends.length ? new Date(Math.min(...ends)) : undefined
}
