import { bodyOf, type Picture } from './picture.ts'
import { type Line, request } from './request.ts'
import type { CompleteResponse, DocumentResponse, EnrolmentState, FaceResponse, ReviewerResponse } from './types.ts'

/** A picture of a document: taken, or refused with a code and what to do about it in `hints`. */
export type DocumentAnswer = Answered<DocumentResponse, 'isTwoSideDocument' | 'pageSide' | 'type'>
export type FaceAnswer = Answered<FaceResponse, never>
export type FinishAnswer =
  | { hasError: false; customerReturnUrl: string }
  | {
      hasError: true
      error: NonNullable<CompleteResponse['error']>
      missing?: NonNullable<CompleteResponse['missing']>
    }

/** A refused picture for a reviewer: it went there and the session has ended, or it could be read after all and the session goes on. */
export type ReviewerAnswer =
  | { hasError: false; sentToReviewer: true; customerReturnUrl: string }
  | { hasError: false; sentToReviewer: false }
  | { hasError: true; error: NonNullable<ReviewerResponse['error']> }

interface Refusable {
  hasError: boolean
  error?: string
  hints?: string[]
  mayGoToReviewer?: boolean
}

type Answered<Response extends Refusable, Named extends keyof Response> =
  | ({ hasError: false } & Required<Pick<Response, Named>> &
      Omit<Response, Named | 'hasError' | 'error' | 'mayGoToReviewer'>)
  | ({ hasError: true; error: NonNullable<Response['error']> } & Pick<Response, 'hints' | 'mayGoToReviewer'>)

/** What the token of one session opens. */
export interface Enrolment {
  /** One side of the document, the front first. Sent again, it replaces the earlier one. */
  sendDocument(picture: Picture, options?: { signal?: AbortSignal }): Promise<DocumentAnswer>
  sendFace(picture: Picture, options?: { signal?: AbortSignal }): Promise<FaceAnswer>
  /** A way on where a refusal says `mayGoToReviewer`: the picture is kept as it is, and the session ends with what there is. */
  sendToReviewer(
    of: 'FRONT' | 'BACK' | 'FACE',
    picture: Picture,
    options?: { signal?: AbortSignal },
  ): Promise<ReviewerAnswer>
  /** Ends the capture: the session is decided. */
  finish(): Promise<FinishAnswer>
  /** What is asked for and what has come. */
  state(): Promise<EnrolmentState>
}

export function enrolmentOf(line: Line, accessToken: string): Enrolment {
  const authorization = `Bearer ${accessToken}`
  const send = async <Answer>(part: string, picture: Picture, signal?: AbortSignal) => {
    const call = {
      method: 'POST',
      path: `${ROOT}/${part}`,
      authorization,
      body: await bodyOf(picture),
      signal,
    } as const
    return (await (await request(line, call)).json()) as Answer
  }
  return {
    sendDocument: (picture, { signal } = {}) => send<DocumentAnswer>('document', picture, signal),
    sendFace: (picture, { signal } = {}) => send<FaceAnswer>('face', picture, signal),
    sendToReviewer: (of, picture, { signal } = {}) => send<ReviewerAnswer>(`reviewer?of=${of}`, picture, signal),
    async finish() {
      const answer = await request(line, { method: 'POST', path: `${ROOT}/complete`, authorization, repeatable: false })
      const said = (await answer.json()) as CompleteResponse
      return { ...said, hasError: said.hasError ?? false } as FinishAnswer
    },
    async state() {
      return (await (
        await request(line, { method: 'GET', path: `${ROOT}/session`, authorization })
      ).json()) as EnrolmentState
    },
  }
}

const ROOT = '/api/v1/enrolment'
