/** What the tests use of them; the packages bring no types. */
declare module 'passport' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Passport {
    use(strategy: object): void
    authenticate<Person>(
      name: string,
      options: object,
      done: (error: unknown, person: Person | undefined) => void,
    ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  }
}

declare module 'passport-openidconnect' {
  interface Profile {
    id: string
    name?: { givenName?: string; familyName?: string }
  }
  type Redeemed = (
    error: unknown,
    accessToken?: string,
    refreshToken?: string,
    parameters?: Record<string, unknown>,
  ) => void

  export default class Strategy {
    constructor(
      options: Record<string, string | boolean>,
      verify: (issuer: string, profile: Profile, done: (error: unknown, person: object) => void) => void,
    )
    authenticate(request: object, options: object): void
    authorizationParams(options: object): Record<string, string>
    _oauth2: { getOAuthAccessToken(code: string, parameters: Record<string, string>, done: Redeemed): void }
  }
  export type { Redeemed }
}
