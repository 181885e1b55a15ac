import type { Json } from '../jose/jws.ts'

/** A row of the suite `credentials`, as far as the kinds need it. */
export interface CredentialRow {
  id: string
  group: string
  kind?: string
  hex?: string
  file?: string
  jwt?: string
  sd_jwt?: string
  yaml?: string
  bits?: number
  lst?: string
  key?: unknown
  plaintext?: string
  external_aad_hex?: string | null
  session_transcript_hex?: string
  session_transcript_bytes_hex?: string
  verification_date?: string
  certificates?: Record<string, string>
  session?: Partial<Record<'clientId' | 'responseUri' | 'origin' | 'nonce' | 'jwkThumbprint_hex', string>>
  payload?: Json
  disclosures?: string[]
  claims?: Json
  disclosure_frame?: Json
  presentation_frame?: Json
  expected: {
    verify?: boolean
    decode?: boolean
    decrypt?: boolean
    result?: string
    reason?: string
    status?: number
    size?: number
    claims?: Json
    presented_claims?: Json
    key_binding_jwt?: boolean
  }
  values?: {
    docType?: string
    decoded?: unknown
    diagnostic?: string
    header?: Json
    payload?: Json
    disclosures?: unknown[]
    non_zero?: Record<string, number>
  }
}
