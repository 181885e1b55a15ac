import { useEffect, useState } from 'preact/hooks'
import { type Api, ApiError } from '../../../apps/hosted-page/api.ts'
import { stopReasonOf } from '../../../apps/hosted-page/page-options.ts'
import { Button } from '../../../apps/hosted-page/pieces/button.tsx'
import { Layout } from '../../../apps/hosted-page/pieces/layout.tsx'
import { AppCode, AppLink } from '../../../apps/hosted-page/pieces/link.tsx'
import { Note } from '../../../apps/hosted-page/pieces/note.tsx'
import { useSpeech } from '../../../apps/hosted-page/pieces/speech.tsx'
import type { StepProps } from '../../../apps/hosted-page/steps.ts'
import type { CredentialResponse, WalletRequestResponse } from '../contract/credential.ts'
import { askBrowserWallet, forgetReturn, hasBrowserWallet, keepForReturn } from './ask-wallet.ts'

/** The request to a wallet. */
const askWallet = ({ call }: Api, transport: 'browser' | 'link' | 'redirect') =>
  call<WalletRequestResponse>('POST', 'credential/request', { transport })

type Fault = 'walletDeclined' | 'walletWrong' | 'walletEnded' | 'walletOver'

/** What each refusal means to the person; every one leaves an alternative. */
function faultOf(error: string | undefined): Fault {
  if (error === 'WALLET_DECLINED') return 'walletDeclined'
  if (error === 'CREDENTIAL_EXPIRED' || error === 'CREDENTIAL_REVOKED') return 'walletEnded'
  return error === 'WALLET_REQUEST_OVER' ? 'walletOver' : 'walletWrong'
}

/** Says what the wallet will be asked for, then asks: through the browser if it can, otherwise by link or QR code. */
export function Wallet(props: StepProps) {
  const { api, state, framed, isPhone, onChange, onTaken, onPicture, onBack, onFault } = props
  const isChosen = props.screen.isChosen === true
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
    const { requests, error } = await askWallet(api, 'browser')
    if (error || !requests) throw new ApiError(error ?? 'INTERNAL_ERROR')
    const answer = await askBrowserWallet(requests)
    if (answer === undefined) return fail('walletDeclined')
    const sent = await api.call<CredentialResponse>('POST', 'credential', answer)
    if (!sent.hasError) onTaken()
    else if (sent.error && stopReasonOf(sent.error)) throw new ApiError(sent.error)
    else fail(faultOf(sent.error))
  }

  const askByLink = async () => {
    // A wallet on this phone leads back to this browser; a frame shares no storage with the page that it leads to.
    const opensHere = isPhone && !framed && keepForReturn()
    const { link: drawn, error, expiresInSeconds = 0 } = await askWallet(api, opensHere ? 'redirect' : 'link')
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
          <AppCode link={link} scan="walletScan" label="walletQr" />
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
          <AppLink link={link} says="walletOpen" />
        ) : (
          <Button look="primary" says={fault ? 'retry' : 'walletOpen'} disabled={busy} act={ask} />
        )}
        {!wallet?.required && !state.stepUp && <Button look="quiet" says="welcomeDocument" act={onPicture} />}
      </div>
    </Layout>
  )
}
