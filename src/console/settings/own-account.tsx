import type { Me } from '../../contract/console/console-sign-in.ts'
import { OwnPassword } from './own-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SignIns } from './sign-ins.tsx'

/** One's own account: password, second factor, and where one is signed in. */
export function OwnAccount({ person, refresh }: { person: Me; refresh: () => void }) {
  return (
    <section class="panel" aria-label="Your account">
      <p>
        Signed in as <span class="strong">{person.username}</span>, {person.role}.
      </p>
      {person.byProvider ? (
        <p>Password and second factor are those of your company account.</p>
      ) : (
        <>
          <SecondFactor person={person} refresh={refresh} />
          <OwnPassword />
        </>
      )}
      <SignIns whose="own" />
    </section>
  )
}
