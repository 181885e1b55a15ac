import { useEffect, useState } from 'preact/hooks'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../parts.tsx'
import { OwnPassword, SecondFactor } from '../settings/own-account.tsx'

interface Props {
  person: Me
  /** Fetches the account again after it has changed. */
  refresh: () => void
  leave: () => void
  /** Both are settled, or are left for another day. */
  done: () => void
}

/** A password that only its owner knows, then a second factor, before the console opens for the first time. */
export function FirstSignIn({ person, refresh, leave, done }: Props) {
  const { secondFactor, mustSetUp } = person
  const [isKept, keep] = useState(false)
  const asksPassword = person.passwordGiven && !isKept
  const isSettled = !asksPassword && secondFactor
  useEffect(() => {
    if (isSettled) done()
  }, [isSettled])
  return (
    <main class="sign-in">
      <div class="sign-in-card first">
        <p class="brand">Limen</p>
        <Heading>{asksPassword ? 'Choose your own password' : 'Add a second factor'}</Heading>
        <p class="soft">
          {asksPassword
            ? 'The one you signed in with was made for you, so somebody else has seen it.'
            : mustSetUp
              ? 'Everyone here must use a second factor, and you have not set one up yet.'
              : 'You see documents and faces here. A stolen password alone should not be enough for that.'}
        </p>
        {asksPassword ? <OwnPassword changed={refresh} /> : <SecondFactor person={person} refresh={refresh} />}
        <div class="choices">
          {(asksPassword || !mustSetUp) && (
            <Button class="quiet" word="Later" act={asksPassword ? () => keep(true) : done} />
          )}
          <Button class="quiet" word="Sign out" act={leave} />
        </div>
      </div>
    </main>
  )
}
