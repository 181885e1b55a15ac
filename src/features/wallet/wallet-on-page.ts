import type { Tenant } from '../../kernel/ports/tenants.ts'
import { takesWallet } from '../../kernel/session/allowed.ts'
import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import { asksIssued, type Session } from '../../kernel/session/session.ts'
import type { SessionPart } from '../../kernel/session/session-part.ts'
import { isRequestOpen } from './domain/wallet-request.ts'

/** What the hosted page shows of the wallet, if wallets can be asked. */
export const walletOnPage: SessionPart = {
  showOnPage: (session, { settings, now, services }) => (services.wallets ? walletState(session, settings, now) : {}),
}

/** The state of the wallet's answer, if one may answer. It contains nothing that the wallet said. */
function walletState(session: Session, settings: Tenant['settings'], now: Date): Pick<EnrolmentState, 'wallet'> {
  const { credential, walletRequest, walletRefusal } = session
  const isRequired = asksIssued(session)
  if (!isRequired && !takesWallet(session, settings)) return {}
  const isWaiting = walletRequest !== undefined && isRequestOpen(walletRequest, now)
  return {
    wallet: {
      state: isWaiting ? 'WAITING' : credential && credential.verdict !== 'ALTERED' ? 'RECEIVED' : 'OFFERED',
      replacesDocument: !isRequired && settings.wallet === 'instead',
      ...(isRequired && { required: true }),
      error: walletRefusal,
    },
  }
}
