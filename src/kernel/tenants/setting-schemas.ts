import { Type } from 'typebox'

export const strict = { additionalProperties: false }

/** https, or http on this machine. */
const WEB_ADDRESS = '^(https://[^/\\s@]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?)(/\\S*)?$'

/** An address that people or servers are sent to. */
export const webAddress = {
  schema: Type.String({ pattern: WEB_ADDRESS, maxLength: 2048 }),
  must: 'must be an absolute https address',
  isValid: (address: string) => URL.canParse(address),
}

/** Which of the tenant's keys is in use. */
export const keyGeneration = Type.Object({ generation: Type.Integer() })
