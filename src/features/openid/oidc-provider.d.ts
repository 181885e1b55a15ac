/** What is used of it; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Params = Record<string, string | undefined>

  interface Account {
    accountId: string
    claims(
      use: 'id_token' | 'userinfo',
      scope: string,
      claims: Record<string, unknown>,
    ): Promise<Record<string, unknown>>
  }
  interface Grant {
    addOIDCScope(scope: string): void
    addOIDCClaims(claims: readonly string[]): void
    save(): Promise<string>
  }
  interface Client {
    clientId: string
    redirectUris: string[]
    backchannelLogout(subject: string, session?: string): Promise<void>
  }
  /** The parts of Koa's context that are used. */
  interface Context {
    type: string
    status: number
    body: unknown
    set(name: string, value: string): void
    response: { get(name: string): string | undefined }
    oidc: {
      provider: Provider
      issuer: string
      client: Client
      session: { accountId: string }
      account?: Account
      route: string
      params?: Params
      claims: { id_token?: Record<string, unknown>; userinfo?: Record<string, unknown> }
      requestParamOIDCScopes: Set<string>
      entities: { IdTokenHint?: { payload: { sub: string; aud: string } } }
      result?: InteractionResult
    }
  }
  interface InteractionResult {
    login?: { accountId: string; acr?: string; amr?: string[]; ts?: number; remember?: boolean }
    consent?: object
    error?: string
    error_description?: string
  }
  interface InteractionDetails {
    uid: string
    params: Params
    returnTo: string
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    proxy: boolean
    issuer: string
    Grant: new (of: {
      clientId: string
      accountId: string
    }) => Grant
    Client: { prototype: object; find(id: string): Promise<Client | undefined> }
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    on(event: string, listener: (context: Context, error: Error) => void): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>
    /** Keeps the result, and answers where the browser continues. */
    interactionResult(request: IncomingMessage, response: ServerResponse, result: InteractionResult): Promise<string>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: InteractionResult): Promise<void>
  }

  type Checked = boolean
  class Check {
    constructor(
      reason: string,
      description: string,
      error: string,
      check: (context: Context) => Checked | Promise<Checked>,
    )
    static REQUEST_PROMPT: true
    static NO_NEED_TO_PROMPT: false
  }
  class Prompt {
    constructor(of: { name: string; requestable: boolean }, ...checks: Check[])
  }
  export const interactionPolicy: { Check: typeof Check; Prompt: typeof Prompt }
  export const errors: Record<string, new (description?: string) => Error>
  export type { Account, Client, Context, InteractionDetails, InteractionResult, Params }
}
