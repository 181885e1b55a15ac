import { accept } from '../../../formats/result.ts'
import { refuseWith } from './resources.ts'

/** `attribute eq "text"` (RFC 7644, 3.4.2.2), the one filter that directories send. */
const FILTER = /^\s*([A-Za-z]{1,20})\s+[eE][qQ]\s+("(?:[^"\\]|\\.){0,1024}")\s*$/

/** The attribute and the value that a filter compares; no filter compares nothing. */
export function readFilter<Name extends string>(filter: string | undefined, names: readonly Name[]) {
  if (filter === undefined || filter.trim() === '') return accept({} as Partial<Record<Name, string>>)
  const [, attribute = '', quoted = '""'] = FILTER.exec(filter) ?? []
  const name = names.find((each) => each.toLowerCase() === attribute.toLowerCase())
  const value = name && textOf(quoted)
  if (!name || value === undefined) {
    const detail = `A filter is one of ${names.join(', ')} with eq and a text in quotes.`
    return refuseWith({ status: 400, type: 'invalidFilter', detail })
  }
  return accept({ [name]: value } as Partial<Record<Name, string>>)
}

function textOf(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return undefined
  }
}
