import { useEffect, useState } from 'preact/hooks'
import { type Api, ApiError } from '../../../apps/hosted-page/api.ts'
import { stopReasonOf } from '../../../apps/hosted-page/flow.ts'
import { isDesktop } from '../../../apps/hosted-page/frame.ts'
import { Button } from '../../../apps/hosted-page/pieces/button.tsx'
import { Layout } from '../../../apps/hosted-page/pieces/layout.tsx'
import { WalletCode, WalletLink } from '../../../apps/hosted-page/pieces/link.tsx'
import { Note } from '../../../apps/hosted-page/pieces/note.tsx'
import { useSpeech } from '../../../apps/hosted-page/pieces/speech.tsx'
import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import { askBrowserWallet, forgetReturn, hasBrowserWallet, keepForReturn } from './ask-wallet.ts'

interface WalletProps {
  api: Pick<Api, 'askWallet' | 'sendCredential' | 'state'>
  state: EnrolmentState
  framed: boolean
  /** The person has just chosen the wallet: no further press is needed. */
  isChosen: boolean
  onChange: (state: EnrolmentState) => void
  /** The wallet has answered, and the answer was accepted. */
  onTaken: () => void
  /** Absent if there is no alternative to send. */
  onPicture: (() => void) | undefined
  onBack: (() => void) | undefined
  onFault: (error: unknown) => void
}

type Fault = 'walletDeclined' | 'walletWrong' | 'walletEnded' | 'walletOver'

/** What each refusal means to the person; every one leaves an alternative. */
function faultOf(error: string | undefined): Fault {
  if (error === 'WALLET_DECLINED') return 'walletDeclined'
  if (error === 'CREDENTIAL_EXPIRED' || error === 'CREDENTIAL_REVOKED') return 'walletEnded'
  return error === 'WALLET_REQUEST_OVER' ? 'walletOver' : 'walletWrong'
}

/** Says what the wallet will be asked for, then asks: through the browser if it can, otherwise by link or QR code. */
export function Wallet({ api, state, framed, isChosen, onChange, onTaken, onPicture, onBack, onFault }: WalletProps) {
  const { say } = useSpeech()
  const [link, setLink] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { wallet } = state
  const [fault, setFault] = useState<Fault | undefined>(wallet?.error && faultOf(wallet.error))

  /** A wallet on another device answers the service; the result appears in the session. */
  useEffect(() => {
    if (!link || wallet?.state === 'WAITING') return
    if (wallet?.state === 'RECEIVED') onTaken()
    else if (wallet?.error) fail(faultOf(wallet.error))
  }, [link, wallet?.state, wallet?.error])

  useEffect(() => {
    if (isChosen) void ask()
    return forgetReturn
  }, [])

  const fail = (why: Fault) => {
    setLink(undefined)
    setFault(why)
  }

  const ask = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      if (hasBrowserWallet(framed)) await askHere()
      else await askByLink()
    } catch (error) {
      onFault(error)
    } finally {
      setBusy(false)
    }
  }

  const askHere = async () => {
    const { requests, error } = await api.askWallet('browser')
    if (error || !requests) throw new ApiError(error ?? 'INTERNAL_ERROR')
    const answer = await askBrowserWallet(requests)
    if (answer === undefined) return fail('walletDeclined')
    const sent = await api.sendCredential(answer)
    if (!sent.hasError) onTaken()
    else if (sent.error && stopReasonOf(sent.error)) throw new ApiError(sent.error)
    else fail(faultOf(sent.error))
  }

  const askByLink = async () => {
    // A wallet on this phone leads back to this browser; a frame shares no storage with the page that it leads to.
    const opensHere = !isDesktop() && !framed && keepForReturn()
    const { link: drawn, error, expiresInSeconds = 0 } = await api.askWallet(opensHere ? 'redirect' : 'link')
    if (error || !drawn) throw new ApiError(error ?? 'INTERNAL_ERROR')
    // The state known here may belong to the previous request, which was refused.
    onChange(await api.state())
    setLink(drawn)
    // On the phone that has the wallet it opens at once; the link stays for a person who returns without an answer.
    if (isChosen && opensHere) location.assign(drawn)
    setTimeout(() => setLink((shown) => (shown === drawn ? over() : shown)), expiresInSeconds * 1000)
  }
  const over = () => {
    setFault('walletOver')
    return undefined
  }

  return (
    <Layout title={say('chooseWallet')} onBack={onBack}>
      {fault && <Note role="alert">{say(wallet?.required ? 'walletOwnFault' : fault)}</Note>}
      {link ? (
        <>
          <WalletCode link={link} />
          <p role="status">{say('walletWaiting')}</p>
        </>
      ) : (
        <>
          <p>{say(wallet?.required ? 'walletOwn' : 'walletAsks')}</p>
          {!wallet?.required && state.steps.includes('face') && <p>{say('walletPortrait')}</p>}
          {busy && <p role="status">{say('walletWaiting')}</p>}
        </>
      )}
      <div class="actions">
        {link ? (
          <WalletLink link={link} />
        ) : (
          <Button look="primary" says={fault ? 'retry' : 'walletOpen'} disabled={busy} act={ask} />
        )}
        <Button look="quiet" says="welcomeDocument" act={onPicture} />
      </div>
    </Layout>
  )
}
