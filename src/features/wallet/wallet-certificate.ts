import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '../../kernel/config.ts'
import { bad, type Finding, good, unsafe } from '../../kernel/operations/finding.ts'

const DAY_MS = 86_400_000
/** How long before expiry to warn, which is enough time to get a new one. */
const SOON_DAYS = 30

/** How long the operator's certificate for wallets is still valid. No findings if there is none. */
export async function judgeWallet(
  { walletCertificate }: Pick<Config, 'walletCertificate'>,
  now: Date,
): Promise<Finding[]> {
  if (walletCertificate === undefined) return []
  const read = await readFile(walletCertificate, 'utf8').then(endOfCertificates, (error: Error) => error)
  if (read === undefined || read instanceof Error)
    return [
      bad(
        'wallets',
        `WALLET_CERTIFICATE cannot be read: ${read?.message ?? 'no certificate in it'}`,
        'give a PEM file',
      ),
    ]
  const days = Math.floor((read.getTime() - now.getTime()) / DAY_MS)
  const end = read.toISOString().slice(0, 10)
  if (days < 0)
    return [bad('wallets', `the certificate expired on ${end}: no wallet answers`, 'replace WALLET_CERTIFICATE')]
  if (days < SOON_DAYS)
    return [
      unsafe('wallets', `the certificate expires on ${end}, in ${days} days`, 'replace WALLET_CERTIFICATE before then'),
    ]
  return [good('wallets', `the certificate is valid until ${end}`)]
}

/** The certificates of a PEM file, the operator's own first. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  )

/** When the first of them expires: wallets refuse requests from then on. Undefined if there is none. */
export function endOfCertificates(pem: string): Date | undefined {
  const ends = certificatesIn(pem).map(({ validTo }) => Date.parse(validTo))
  return ends.length ? new Date(Math.min(...ends)) : undefined
}
