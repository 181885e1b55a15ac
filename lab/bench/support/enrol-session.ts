import { randomUUID } from 'node:crypto'
import { PASSWORD, USERNAME } from './person.ts'

interface Answer {
  accessToken: string
  hasError?: boolean
}

/** Sends pictures to a new session. A refusal also counts as an answer. */
export async function openSession(
  base: string,
): Promise<(part: 'document' | 'face', picture: Uint8Array) => Promise<Answer>> {
  const post = async (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${base}/api/v1/enrolment/${path}`, { method: 'POST', headers, body })
    const answer = (await response.json()) as Answer
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const authorization = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`
  const session = JSON.stringify({ sessionId: randomUUID() })
  const { accessToken } = await post('initialize', { authorization, 'content-type': 'application/json' }, session)
  return (part, picture) =>
    post(part, { authorization: `Bearer ${accessToken}`, 'content-type': 'image/jpeg' }, new Uint8Array(picture))
}
