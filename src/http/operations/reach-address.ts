const LIMIT_MS = 4_000

/** Why this service cannot be reached under its public address, seen from this machine; undefined where it can. */
export async function reachAddress(baseUrl: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${baseUrl}/healthz/live`, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'error' })
    await answer.body?.cancel()
    return answer.ok ? undefined : `it answered ${answer.status}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const { code, message } = cause as NodeJS.ErrnoException
    return code ?? message
  }
}
