import { Illustration } from '../pieces/illustrations.tsx'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'

/** In a frame that wants phones only and shows no code: nothing can be done on this computer. */
export function PhoneOnly() {
  const { say } = useSpeech()
  return (
    <Layout title={say('phoneOnlyTitle')}>
      <Illustration name="phone" />
      <p role="status">{say('phoneOnlyText')}</p>
    </Layout>
  )
}
