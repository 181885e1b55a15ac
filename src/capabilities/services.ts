import type { Chips } from './chip/chips.ts'
import type { CredentialIssuer } from './issuance/credential-issuer.ts'
import type { Screening } from './screening/ports/screening.ts'
import type { Seals } from './seal/seals.ts'
import type { Wallets } from './wallet/wallets.ts'

/** What capabilities offer while the service runs. Each is absent where its capability is off. */
export interface Services {
  /** Verifies chips. */
  chips?: Chips | undefined
  /** Verifies signed barcodes. */
  seals?: Seals | undefined
  /** Asks wallets, where the operator has a certificate to ask with. */
  wallets?: Wallets | undefined
  /** Issues tenants' own credentials. */
  issuer?: CredentialIssuer | undefined
  /** Finds people on lists. */
  screening?: Screening | undefined
}
