import { CAPTURE_HEADER, CORNERS_HEADER } from '../../kernel/evidence/contract/page-capture.ts'
import type { EnrolmentState } from '../../kernel/session/contract/enrolment-state.ts'
import { ApiError, answerOf, type Upload } from './api.ts'

/** XMLHttpRequest, because fetch does not report the progress of an upload. */
export function upload(sending: Upload): Promise<unknown> {
  const { path, token, picture, source, camera, marked, spent, signal, sent } = sending
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ApiError('ABORTED'))
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1/enrolment/${path}`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader(CAPTURE_HEADER, source)
    if (marked) request.setRequestHeader(CORNERS_HEADER, marked.flat().join())
    for (const [name, value] of Object.entries({ ...spent, ...camera })) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', picture.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => sent(total ? loaded / total : 0)
    request.onload = () => {
      try {
        resolve(answerOf(request.status, request.responseText, request.getResponseHeader('retry-after')))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new TypeError('network'))
    request.onabort = () => reject(new ApiError('ABORTED'))
    signal.addEventListener('abort', () => request.abort())
    request.send(picture)
  })
}

/** Server-sent events over fetch, because EventSource cannot carry the token in a header. */
export async function followEvents(
  token: string,
  changed: (state: EnrolmentState) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch('/api/v1/enrolment/events', { headers: { authorization: `Bearer ${token}` }, signal })
  if (!response.ok || !response.body) {
    if (response.status === 401 || response.status === 410) throw new ApiError('SESSION_UNAUTHORIZED')
    throw new TypeError('no stream')
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data:'))
      if (data) changed(JSON.parse(data.slice('data:'.length)))
    }
  }
}
