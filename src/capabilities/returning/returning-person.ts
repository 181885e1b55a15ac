import type { SessionPart } from '../../actions/enrol/session-part.ts'
import { accept, refuse } from '../../domain/result.ts'
import { refusePerson } from '../../domain/session.ts'
import { STRANGERS } from '../../domain/vocabulary.ts'
import { comparePerson } from './domain/returning.ts'

/** Whom the person of a flow `returning` says to be. */
export const returningPerson: SessionPart = {
  /**
   * An earlier session is named in this flow, and nowhere else. Where none is named, the credential that the tenant gave them
   * will say it.
   */
  async begin({ sessions, clock }, { tenant, request: { personOf }, mode, flow, asksWallets }) {
    if (flow?.kind !== 'returning') return personOf === undefined ? accept({}) : refuse('PERSON_NOT_ASKED')
    const mayShow = asksWallets && tenant.settings.issuance !== undefined
    if (personOf === undefined) return mayShow ? accept({}) : refuse('PERSON_MISSING')
    const sessionId = personOf.toLowerCase()
    const refusal = refusePerson(await sessions.load(tenant.id, sessionId), mode, clock())
    if (refusal) return refuse(`PERSON_${refusal}`)
    return accept({ person: { sessionId, strangers: tenant.settings.strangers ?? STRANGERS[0] } })
  },

  async find({ sessions }, { session, completedAt, evidence }) {
    const { person } = session
    if (!person) return {}
    const earlier = await sessions.load(session.tenant, person.sessionId)
    return { evidence: { person: comparePerson({ ...person, mode: session.mode }, earlier, evidence, completedAt) } }
  },
}
