import type { Chips } from './chip/chips.ts'
import type { CredentialIssuer } from './issuance/credential-issuer.ts'
import type { Screening } from './screening/ports/screening.ts'
import type { Seals } from './seal/seals.ts'
import type { Wallets } from './wallet/wallets.ts'

/** The services that features offer while the service runs. Each is absent if its feature is off. */
export interface Services {
  /** Verifies chips. */
  chips?: Chips | undefined
  /** Verifies signed barcodes. */
  seals?: Seals | undefined
  /** Sends requests to wallets, if the operator has a certificate for them. */
  wallets?: Wallets | undefined
  /** Issues the tenants' own credentials. */
  issuer?: CredentialIssuer | undefined
  /** Finds people on lists. */
  screening?: Screening | undefined
}
