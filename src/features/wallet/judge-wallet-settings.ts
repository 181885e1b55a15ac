import type { Config } from '../../kernel/config.ts'
import { bad, type Finding } from '../../kernel/operations/finding.ts'
import { readKinds } from './open-wallet-verifier.ts'
import { judgeWallet } from './wallet-certificate.ts'
import { judgeRegistration } from './wallet-registration.ts'

type Looked = Pick<Config, 'walletCertificate' | 'walletRegistration' | 'walletCredentials'>

/** The operator's certificates for wallets: that it may ask, and what it is registered to ask for. */
export async function judgeWalletSettings(config: Looked, now: Date): Promise<Finding[]> {
  const access = await judgeWallet(config, now)
  if (config.walletCertificate === undefined) return access
  try {
    return [...access, ...(await judgeRegistration(config, await readKinds(config.walletCredentials), now))]
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return [...access, bad('wallets', error.message, 'correct the file, or leave the setting out')]
  }
}
