import { Type } from 'typebox'
import type { Feature } from '../../kernel/feature.ts'
import { CaseCredential } from './contract/case-credential.ts'
import {
  CredentialRequest,
  CredentialResponse,
  WalletRequestRequest,
  WalletRequestResponse,
} from './contract/credential.ts'
import { credentialEvidence, presentation } from './credential-evidence.ts'
import { credentialProof } from './credential-proof.ts'
import { CredentialResult } from './credential-result.ts'
import { credentialView } from './present-credential.ts'
import { credentialFactors } from './rules/credential-factors.ts'
import { credentialGenuine, findAlteredCredential } from './rules/credential-genuine.ts'
import { settings } from './settings.ts'
import { pruneWalletRequests, sqlWalletRequests } from './storage.ts'
import { walletOnPage } from './wallet-on-page.ts'

/** Credentials from a wallet: SD-JWT VC and mdoc, over OpenID4VP. */
export const wallet: Feature = {
  name: 'wallet',
  evidence: credentialEvidence,
  caseFields: { credential: Type.Optional(CaseCredential) },
  casePart: { view: ({ session }) => ({ credential: session.credential && credentialView(session.credential) }) },
  sessionPart: walletOnPage,
  bundledFiles: [presentation],
  settings,
  proof: credentialProof,
  factors: credentialFactors,
  liveRules: [credentialGenuine],
  findings: findAlteredCredential,
  storage: {
    open: (context) => ({ walletRequests: sqlWalletRequests(context) }),
    tables: ['wallet_request'],
    prune: pruneWalletRequests,
  },
  components: [WalletRequestRequest, WalletRequestResponse, CredentialRequest, CredentialResponse, CredentialResult],
  exportedFiles: [
    {
      name: 'presented-by-wallet.json',
      about: 'what your wallet presented, and the result of checking it',
      read: (_, { credential }) => credential,
    },
  ],
  checkEvidence: async () => (await import('./verify/check-presentation.ts')).checkPresentation,
  trust: {
    kind: 'wallet',
    open: async ({ roots, uses }) =>
      (await import('./verify/wallet-trust.ts')).openWalletTrustFiles(roots, Date.now(), uses),
  },
  /** Sends requests to wallets in the operator's name. Only loaded if the operator has a certificate. */
  async open({ config, storage: { trustedItems }, metrics }) {
    const { walletCertificate: certificate, walletKey: key } = config
    if (certificate === undefined || key === undefined) return {}
    const { openWalletVerifier } = await import('./open-wallet-verifier.ts')
    return { wallets: await openWalletVerifier({ ...config, certificate, key, trustedItems, metrics }) }
  },
  async routes(context) {
    const [{ credentialRoutes }, { walletRoutes }] = await Promise.all([import('./routes.ts'), import('./routes.ts')])
    return [
      { prefix: '/api/v1/enrolment', plugin: credentialRoutes(context) },
      { prefix: '/api/v1/wallet', plugin: walletRoutes(context) },
    ]
  },
  async results() {
    const { credentialResults } = await import('./credential-result.ts')
    return credentialResults
  },
  commands: { wallet: () => import('./commands/wallet.ts') },
  judgeStorage: async (storage, now) => (await import('./judge-trust-lists.ts')).judgeTrustLists(storage, now),
  judgeSettings: async (config, now) => (await import('./judge-wallet-settings.ts')).judgeWalletSettings(config, now),
}
