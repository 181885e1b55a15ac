import { isObject, type Json } from '../../../formats/jws/jws.ts'
import {
  ACCEPTED_CREDENTIALS,
  type AcceptedCredential,
  type ClaimPath,
  CREDENTIAL_CLAIMS,
  STANDS_FOR,
} from './accepted-credentials.ts'
import { CREDENTIAL_FORMATS, CREDENTIAL_USES } from './credential-verdict.ts'

const MEMBERS = [
  'id',
  'format',
  'type',
  'nationalType',
  'standsFor',
  'use',
  'claims',
  'ageOver',
  'portrait',
  'document',
]
const DOCUMENTS = ['IDENTITY_CARD', 'DRIVER_LICENSE'] as const
const MOST_ENTRIES = 100

/** Thrown for an operator's table that cannot be used, with the entry and the reason. */
export class CredentialTableFault extends Error {}

/**
 * The known credentials with those that an operator adds: JSON with a list of entries as in ACCEPTED_CREDENTIALS. An
 * entry with the id of a known one replaces it.
 */
export function extendCredentials(text: string): AcceptedCredential[] {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch (error) {
    throw new CredentialTableFault(`it is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (!Array.isArray(entries) || entries.length > MOST_ENTRIES)
    throw new CredentialTableFault(`it is not a list of at most ${MOST_ENTRIES} entries`)
  const added = entries.map((entry, index) => readEntry(entry, `entry ${index + 1}`))
  const ids = new Set(added.map(({ id }) => id))
  if (ids.size < added.length) throw new CredentialTableFault('an id occurs twice')
  return [...ACCEPTED_CREDENTIALS.filter(({ id }) => !ids.has(id)), ...added]
}

function readEntry(entry: unknown, name: string): AcceptedCredential {
  const fault = (reason: string) => new CredentialTableFault(`${name}: ${reason}`)
  if (!isObject(entry)) throw fault('is not an object')
  const unknown = Object.keys(entry).find((member) => !MEMBERS.includes(member))
  if (unknown !== undefined) throw fault(`has the unknown member ${unknown}`)
  const word = <Word extends string>(member: string, words: readonly Word[]): Word => {
    const found = words.find((each) => each === entry[member])
    if (found === undefined) throw fault(`${member} is none of ${words.join(', ')}`)
    return found
  }
  const text = (member: string): string => {
    const value = entry[member]
    if (typeof value !== 'string' || !/^\S{1,200}$/.test(value)) throw fault(`${member} is missing or has spaces`)
    return value
  }
  const format = word('format', CREDENTIAL_FORMATS)
  const path = (value: unknown, member: string): ClaimPath => {
    const least = format === 'mso_mdoc' ? 2 : 1
    const isPath = Array.isArray(value) && value.length >= least && value.every((each) => typeof each === 'string')
    if (!isPath) throw fault(`${member} is not a path of at least ${least} texts`)
    return value as unknown as ClaimPath
  }
  const paths = (member: string, isName: (each: string) => boolean): Record<string, ClaimPath> => {
    const source = entry[member] ?? {}
    if (!isObject(source)) throw fault(`${member} is not an object`)
    return Object.fromEntries(
      Object.entries(source as Json).map(([key, value]) => {
        if (!isName(key)) throw fault(`${member} has no ${key}`)
        return [key, path(value, `${member}.${key}`)]
      }),
    )
  }
  const id = text('id')
  // Digital Credentials Query Language (OpenID4VP 1.0, 6.1).
  if (!/^[A-Za-z0-9_-]+$/.test(id)) throw fault('id has characters other than letters, digits, - and _')
  const standsFor = word('standsFor', STANDS_FOR)
  const claims = paths('claims', (key) => (CREDENTIAL_CLAIMS as readonly string[]).includes(key))
  const ageOver = paths('ageOver', (key) => /^[1-9]\d?$/.test(key))
  if (standsFor === 'identity' && !(claims.family_name && claims.given_name && claims.birth_date))
    throw fault('stands for an identity without family_name, given_name and birth_date')
  if (standsFor === 'age' && Object.keys(ageOver).length === 0) throw fault('stands for an age without ageOver')
  const nationalType = entry.nationalType === undefined ? undefined : text('nationalType')
  if (nationalType !== undefined && nationalType.split('{country}').length !== 2)
    throw fault('nationalType does not name {country} once')
  return {
    id,
    format,
    type: text('type'),
    ...(nationalType !== undefined && { nationalType }),
    standsFor,
    use: word('use', CREDENTIAL_USES),
    claims,
    ...(Object.keys(ageOver).length > 0 && { ageOver }),
    ...(entry.portrait !== undefined && { portrait: path(entry.portrait, 'portrait') }),
    ...(entry.document !== undefined && { document: word('document', DOCUMENTS) }),
  }
}
