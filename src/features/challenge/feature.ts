import type { Feature } from '../../kernel/feature.ts'

/** Moves that the face step asks a person to make, so that a photograph of them is not enough. */
export const challenge: Feature = {
  name: 'challenge',
  async routes(context) {
    const { challengeRoute } = await import('./routes.ts')
    return [{ prefix: '/api/v1/enrolment', plugin: challengeRoute(context) }]
  },
}
