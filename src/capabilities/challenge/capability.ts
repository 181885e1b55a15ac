import type { Capability } from '../capability.ts'

/** What the face step asks a person to do, so that a picture of them is not enough. */
export const challenge: Capability = {
  name: 'challenge',
  async routes(context) {
    const { challengeRoute } = await import('./routes.ts')
    return [{ prefix: '/api/v1/enrolment', plugin: challengeRoute(context) }]
  },
}
