/** What the demo's page keeps between the two halves of a sign-in. */
export interface SignInBegun {
  address: string
  state: string
  nonce: string
  verifier: string
}

export interface SignedIn {
  /** What the ID token says, after its signature was verified. */
  idToken: Record<string, unknown>
  userinfo: Record<string, unknown>
}
