import type { EnrolmentError, Problem } from './types.ts'

/** What the service says when it cannot take a call. A picture that is refused is no error: it is an answer. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** Stable: decide by this. `NO_ANSWER` when none came. */
  readonly code: Problem['code'] | EnrolmentError['error'] | 'NO_ANSWER'
  /** Name it when you ask the operator: it stands in the service's log. */
  readonly requestId: string | undefined
  /** Of a session whose results are not ready, its state. */
  readonly sessionStatus: Problem['sessionStatus']

  constructor(status: number, said: Partial<Problem & EnrolmentError>, requestId?: string, options?: ErrorOptions) {
    super(said.message ?? said.detail ?? said.title ?? `the service answered ${status}`, options)
    this.status = status
    this.code = said.code ?? said.error ?? 'NO_ANSWER'
    this.requestId = said.requestId ?? requestId
    this.sessionStatus = said.sessionStatus
  }
}

/** True for an error of this client with the code, or with any. */
export const isServiceError = (error: unknown, code?: ServiceError['code']): error is ServiceError =>
  error instanceof ServiceError && (code === undefined || error.code === code)
