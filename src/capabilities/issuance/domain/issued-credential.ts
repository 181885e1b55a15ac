/** How long an offer can be taken, once, and how long the wallet has to fetch the credential after that. */
export const OFFER_MINUTES = 10

/** The one configuration that every issuer has. */
export const ISSUED_CONFIGURATION = 'identity_verified'

/** What a wallet says that it has an offer's code. */
export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** Where in the status lists of an issuer a credential stands. */
export interface StatusPlace {
  list: number
  index: number
}

/** So many credentials have room in one list; half of the places are given out, so that a free one is soon found. */
export const LIST_SIZE = 131_072
