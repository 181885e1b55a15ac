import { readFile } from 'node:fs/promises'
import type { Config } from '../../kernel/config.ts'
import type { Metrics } from '../../kernel/operations/metrics.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { fetchGuarded } from '../../platform/http/fetch-guarded.ts'
import { ACCEPTED_CREDENTIALS, type AcceptedCredential } from './domain/accepted-credentials.ts'
import { CredentialTableFault, extendCredentials } from './domain/credential-table.ts'
import { openWallets } from './verify/open-wallets.ts'
import { endOfCertificates } from './wallet-certificate.ts'
import { readRegistration } from './wallet-registration.ts'
import type { Wallets } from './wallets.ts'

/** The largest metadata of an issuer: its keys have a few hundred characters each. */
const LARGEST_METADATA = 100_000

/** The largest status list: ten million credentials, signed, with room to spare. */
const LARGEST_STATUS_LIST = 4_000_000

interface Asked
  extends Pick<Config, 'walletClientId' | 'walletIssuers' | 'walletCredentials' | 'walletRegistration' | 'baseUrl'>,
    Pick<Ports, 'trustedItems'> {
  /** Files in PEM. */
  certificate: string
  key: string
  metrics: Pick<Metrics, 'watch'>
}

/** Sends requests to wallets in the operator's name. */
export async function openWalletVerifier(asked: Asked): Promise<Wallets> {
  const { walletClientId: clientId, walletIssuers: issuers, baseUrl, trustedItems, metrics } = asked
  const certificates = await readFile(asked.certificate, 'utf8')
  const { walletRegistration } = asked
  const registration = walletRegistration && readRegistration(await readFile(walletRegistration, 'utf8')).token
  const end = endOfCertificates(certificates)
  if (end) {
    const help = 'When the certificate for wallet requests expires, in seconds since 1970.'
    metrics.watch('limen_wallet_certificate_end_seconds', help, () => end.getTime() / 1000)
  }
  return openWallets({
    certificates,
    key: await readFile(asked.key, 'utf8'),
    clientId,
    ...(registration && { registration }),
    baseUrl,
    trustedItems,
    fetchStatusList: (uri) =>
      fetchFor(
        uri,
        'application/statuslist+jwt, application/statuslist+cwt, application/identifierlist+cwt',
        LARGEST_STATUS_LIST,
      ),
    issuers,
    kinds: await readKinds(asked.walletCredentials),
    fetchMetadata: (uri) => fetchFor(uri, 'application/json', LARGEST_METADATA),
  })
}

/** The known credentials with those of the operator's file. Throws with the entry that cannot be used. */
export async function readKinds(file: string | undefined): Promise<readonly AcceptedCredential[]> {
  if (file === undefined) return ACCEPTED_CREDENTIALS
  try {
    return extendCredentials(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof CredentialTableFault) throw new Error(`WALLET_CREDENTIALS: ${error.message}`)
    throw error
  }
}

/** Fetches what a credential refers to: only over https and from public addresses. */
async function fetchFor(uri: string, accept: string, maxBytes: number): Promise<Uint8Array> {
  const { status, body } = await fetchGuarded({ kind: 'wallet issuer', allowedHosts: [] }, uri, {
    headers: { accept },
    maxBytes,
    redirects: 3,
  })
  if (status !== 200) throw new Error(`${uri} answered ${status}`)
  return body
}
