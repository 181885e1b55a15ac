import { readFileSync } from 'node:fs'
import { failureOf, reportOf, type SuiteReport, Tally } from '../../../lab/conform/suite.ts'
import { openWalletTrustFiles } from '../../../src/features/wallet/verify/wallet-trust.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'
import { makeIssuer, signStatusList } from '../../support/wallet/issuer.ts'
import {
  LIBRARY_WALLETS,
  type LibraryWallet,
  openWallet,
  type Way,
  type Wrong,
} from '../../support/wallet/library-wallets.ts'
import { makeOperator } from '../../support/wallet/software-wallet.ts'
import { MODULES, type Module, WAYS } from './modules.ts'

const ORIGIN = 'https://limen.example'
const LIST = 'https://issuer.example/status/1'
const TENANT = 'instead'

const SOURCE =
  'libraries of npm, each with `@openid4vc/openid4vp` for the protocol and a certificate of its own. The modules are those of the OpenID Foundation’s plan `oid4vp-1final-verifier-haip-test-plan` by name and condition, played by these wallets and not by the Foundation: self-tested, not certified. The plan’s happy flow wants a query for one credential: give the others `"standsFor": "nothing"` in `WALLET_CREDENTIALS` for it'

/** Each wallet plays each module of the plan that is for its format, over a socket, against the service as it runs. */
export async function run(): Promise<SuiteReport> {
  const service = await startService()
  const groups: Record<string, Tally> = {}
  const played = new Map<string, Tally>()
  try {
    for (const wallet of LIBRARY_WALLETS)
      for (const way of WAYS) {
        const tally = new Tally()
        groups[`${wallet.name} ${versionOf(wallet)}, ${wallet.format}, ${way}`] = tally
        for (const module of MODULES.filter((each) => isPlayed(each, wallet, way))) {
          const mayPass = !module.wrong && !module.isRevoked
          const outcome = await service
            .play(wallet, way, module)
            .catch((error: unknown) => ({ failure: failureOf(error) }))
          const name = `${module.name} | ${mayPass ? 'accepted' : 'refused'}`
          const ofModule = played.get(name) ?? new Tally()
          played.set(name, ofModule)
          for (const each of [tally, ofModule])
            each.add(`${wallet.name}, ${way}: ${module.name}`, mayPass ? 'valid' : 'invalid', outcome, module.name)
        }
      }
  } finally {
    await service.close()
  }
  const rows = [...played].map(([name, { n, agree }]) => `| ${name} | ${agree} of ${n} |`)
  const notes = ['| module | must be | was, by wallet and way |', '|---|---|---|', ...rows, '', ...NOT_PLAYED]
  return { ...reportOf(groups), source: SOURCE, notes }
}

const NOT_PLAYED = [
  'Not played: `@credo-ts/openid4vc` 0.7.0. `@credo-ts/core` depends on `@verifiables/request-converter`, which npm does not have; with an empty package in its place 222 packages install, and its holder presents with the libraries of this table (`@openid4vc/openid4vp`, `@sd-jwt/core`, `@owf/mdoc`) once an agent has a storage and a key store, which are further packages. `@sphereon/did-auth-siop` 0.20.1 depends on `@sphereon/ssi-types` 0.36.1-next.159, which npm does not have. A wallet of walt.id was not found on npm.',
]

const isPlayed = ({ format, byPost }: Module, wallet: LibraryWallet, way: Way) =>
  (format === undefined || format === wallet.format) && (!byPost || way === 'direct_post.jwt')

const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  devDependencies: Record<string, string>
}
const versionOf = ({ name }: LibraryWallet): string => devDependencies[name] ?? ''

async function startService() {
  const now = new Date()
  const issuer = makeIssuer('AD')
  const test: TestApp = await startTestApp({
    mode: 'live',
    settings: { baseUrl: ORIGIN },
    wallets: { ...makeOperator(), fetchStatusList: async (uri) => signStatusList(issuer, uri, [7]) },
  })
  // The libraries go by the machine's clock.
  test.clock.now = now
  await test.addTenant(TENANT, { wallet: 'instead', challenge: 'off' })
  test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
  const files = [{ name: 'iaca.cer', bytes: issuer.authority.certificate }]
  await importTrust(test.ports, openWalletTrustFiles([], now.getTime()), files, 'system', 'wallet')
  const base = await test.app.listen({ port: 0, host: '127.0.0.1' })
  const held = { issuer, country: 'AD', portrait: Uint8Array.from(JPEG), now }
  const local = (address: unknown) => String(address).replace(ORIGIN, base)

  const call = async (token: string, path: string, body?: object) => {
    const response = await fetch(`${base}/api/v1/enrolment/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }

  /** Was the credential accepted? */
  async function play(library: LibraryWallet, way: Way, module: Module): Promise<boolean> {
    const wrong: Wrong = { ...module.wrong, ...(module.isRevoked && { status: { uri: LIST, idx: 7 } }) }
    const { accessToken: token } = await startSession(test, {}, TENANT)
    const fetched: (string | undefined)[] = []
    const reach: typeof fetch = async (address, options) => {
      if (String(address).includes('/wallet/request/')) fetched.push(options?.method?.toUpperCase())
      return fetch(local(address), options)
    }
    const wallet = openWallet(library, held, reach, wrong)
    if (way === 'dc_api.jwt') {
      const { requests } = await call(token, 'credential/request', { transport: 'browser' })
      const sent = await call(token, 'credential', {
        response: await wallet.inBrowser(requests[0].data.request, ORIGIN),
      })
      return sent.hasError === false
    }
    const { link } = await call(token, 'credential/request', { transport: 'link' })
    if (module.byPost) await requireNonce(local(new URL(link).searchParams.get('request_uri')))
    const { status } = await wallet.byLink(link)
    if (module.byPost && fetched.join() !== 'POST') throw new Error('the wallet did not fetch the request by POST')
    if (status !== 200 && status !== 400) throw new Error(`the wallet was answered ${status}`)
    const state = (await call(token, 'session')).wallet.state
    if ((status === 200) !== (state === 'RECEIVED')) throw new Error(`answered ${status}, and the page says ${state}`)
    return status === 200
  }

  return { play, close: () => test.close() }
}

/** The request that is fetched by POST repeats the wallet's nonce (OpenID4VP 1.0, 5.10). */
async function requireNonce(address: string): Promise<void> {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams({ wallet_nonce: 'a-nonce' }) })
  const payload = JSON.parse(Buffer.from((await answer.text()).split('.')[1] ?? '', 'base64url').toString())
  if (payload.wallet_nonce !== 'a-nonce') throw new Error('the request does not repeat the nonce of the wallet')
}
