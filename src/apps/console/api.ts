import type { Mode } from '../../kernel/accounts/contract/console-mode.ts'
import type { Me, SignInWays } from '../../kernel/accounts/contract/console-sign-in.ts'
import { ASKED_BY, CONSOLE_HEADER } from '../../kernel/contract/console-words.ts'
import type { Problem } from '../../kernel/contract/problem.ts'
import type { OverviewResponse } from '../../kernel/figures/contract/console-overview.ts'
import type { CaseView } from '../../kernel/review/contract/console-case.ts'
import type { Queue, QueueFilter } from '../../kernel/review/contract/console-queue.ts'
import type { SearchRequest, SearchResult } from '../../kernel/review/contract/console-search.ts'
import { type Asked, useAnswer } from '../ui/use-answer.ts'

/** The service refused the request. */
export class Refused extends Error {
  readonly code: Problem['code']
  readonly retryAfterSeconds: number | undefined
  /** What others have changed in a case since it was shown here. */
  readonly changes: NonNullable<Problem['changes']>
  constructor({ code, detail, title, changes = [] }: Problem, retryAfterSeconds?: number) {
    super(detail ?? title)
    this.code = code
    this.changes = changes
    this.retryAfterSeconds = retryAfterSeconds
  }
}

let onSignedOut = () => {}
/** Called when the sign-in is no longer valid. */
export function whenSignedOut(act: () => void): void {
  onSignedOut = act
}

export const me = () => ask<Me>('GET', 'session')
/** The available ways to sign in. */
export const readWays = () => ask<SignInWays>('GET', 'sign-in')
export const signIn = (login: { username: string; password: string; code?: string }) =>
  ask<Me>('POST', 'session', login)
export const signOut = () => ask<void>('DELETE', 'session')

export const readQueue = (filter: QueueFilter) =>
  ask<Queue>('GET', `queue?${new URLSearchParams(Object.entries(filter))}`)
export const takeNext = (filter: QueueFilter, except: string[]) =>
  ask<{ id: string | null }>('POST', 'queue/next', { ...filter, except })
export const readCase = (id: string) => ask<CaseView>('GET', `cases/${id}`)
export const claim = (id: string) => ask<{ claimedBy: string }>('POST', `cases/${id}/claim`)
export const release = (id: string) => ask<void>('DELETE', `cases/${id}/claim`)
/** A case as it is shown here: every action names the version that the reviewer saw. */
type Seen = Pick<CaseView, 'id' | 'version'>
export const settle = (
  { id, version }: Seen,
  verdict: { verdict: 'approve' | 'reject'; reason?: string; code?: string; against?: string[] },
) => ask<{ status: CaseView['status'] }>('POST', `cases/${id}/verdict`, { version, ...verdict })
export const askNewPicture = (
  { id, version }: Seen,
  pictureRequest: { of: string; reason: string; sentence?: string },
) => ask<{ untilUtc: string }>('POST', `cases/${id}/new-picture`, { version, ...pictureRequest })
export const makePictureLink = (id: string) => ask<{ url: string }>('POST', `cases/${id}/picture-link`)
export const escalate = ({ id, version }: Seen, reason: string) =>
  ask<object>('POST', `cases/${id}/escalate`, { version, reason })
export const addNote = (id: string, note: string) => ask<void>('POST', `cases/${id}/note`, { note })
export const undo = (id: string) => ask<{ status: CaseView['status'] }>('POST', `cases/${id}/undo`)
export const remove = (id: string) => ask<void>('DELETE', `cases/${id}`)
export const search = (filter: SearchRequest) => ask<SearchResult>('POST', 'sessions/search', filter)
/** Saves every session that the filter finds to a file. */
export const exportSessions = (filter: SearchRequest, format: 'csv' | 'jsonl') =>
  save('sessions/export', `sessions.${format}`, { ...filter, format })
export const readOverview = (mode: Mode, days: string, tenant: string) =>
  ask<OverviewResponse>('GET', `overview?${new URLSearchParams({ mode, days, ...(tenant && { tenant }) })}`)

/** The address of a picture that exists only in this page's memory; the caller revokes it. */
export const pictureAddress = async (id: string, name: string): Promise<string> =>
  URL.createObjectURL(await (await send('GET', `cases/${id}/images/${name}`)).blob())

export const downloadEvidence = (id: string) => save(`cases/${id}/evidence`, `evidence-${id}.zip`)

/** Saves the service's answer as a file with this name. */
export async function save(path: string, name: string, body?: object): Promise<void> {
  const address = URL.createObjectURL(await (await send(body ? 'POST' : 'GET', path, body)).blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

let asker: string = ASKED_BY.person
/** Asks without any action of the user: such a request does not extend the sign-in. */
export function byItself<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  asker = ASKED_BY.screen
  try {
    return act() // the header is set before the first await
  } finally {
    asker = ASKED_BY.person
  }
}

export async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await send(method, path, body)
  return answer.status === 204 ? (undefined as Answer) : ((await answer.json()) as Answer)
}

async function send(method: string, path: string, body?: object): Promise<Response> {
  const answer = await fetch(`/api/v1/console/${path}`, {
    method,
    headers: { [CONSOLE_HEADER]: asker, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
  })
  if (answer.ok) return answer
  const retryAfter = answer.headers.get('retry-after')
  const problem = new Refused((await answer.json()) as Problem, retryAfter ? Number(retryAfter) : undefined)
  if (problem.code === 'SIGN_IN_REQUIRED' && path !== 'session') onSignedOut()
  throw problem
}

/** What a screen shows and fetches again at intervals while it is visible; this does not extend the sign-in. */
export const useRenewed = <Answer>(ask: () => Promise<Answer>, about: unknown[], everyMs = 10_000): Asked<Answer> =>
  useAnswer((alone) => (alone ? byItself(ask) : ask()), about, everyMs)
