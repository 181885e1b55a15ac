import { useState } from 'preact/hooks'
import type { Api } from '../../../apps/hosted-page/api.ts'
import { Button } from '../../../apps/hosted-page/pieces/button.tsx'
import { AppCode, AppLink } from '../../../apps/hosted-page/pieces/link.tsx'
import { useSpeech } from '../../../apps/hosted-page/pieces/speech.tsx'

/** A credential for the wallet: created on request, because the offer expires after ten minutes. */
export function KeepCredential({ api }: { api: Api }) {
  const { say } = useSpeech()
  const [link, setLink] = useState<string>()
  const [failed, setFailed] = useState(false)
  const ask = async () => {
    setFailed(false)
    try {
      const { link: offered } = await api.call<{ link?: string }>('POST', 'credential/offer')
      if (offered) setLink(offered)
      else setFailed(true)
    } catch {
      // Nothing is lost: the identity check is over, and the button remains for another try.
      setFailed(true)
    }
  }
  return (
    <>
      <p>{say('doneWalletWhy')}</p>
      {link && <AppCode link={link} scan="walletScan" label="walletQr" />}
      <div class="actions">
        {link ? (
          <AppLink link={link} says="walletOpen" />
        ) : (
          <Button look="primary" says={failed ? 'retry' : 'doneWallet'} act={ask} />
        )}
      </div>
    </>
  )
}
