/** The summary of a certificate, for display. */
export interface CertificateSummary {
  subject: string
  issuer: string
  /** ISO 8601. */
  notBefore: string
  notAfter: string
}
