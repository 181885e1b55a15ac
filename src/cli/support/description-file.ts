import { dirname, resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Description } from '../../contract/console/documents.ts'
import { programName } from '../parser/program-name.ts'
import { bytesOf, UsageError } from './usage.ts'

/** How a document is described for the command line. */
export const DescriptionFile = Type.Object(
  {
    ...Description.properties,
    pictures: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: 20,
      description: 'Files with a picture of this side each, next to this file.',
    }),
  },
  { additionalProperties: false, title: 'A document to be taught' },
)

interface ReadDescription extends Omit<Static<typeof DescriptionFile>, 'pictures'> {
  pictures: Uint8Array[]
}

export function readDescriptionFile(file: string): ReadDescription {
  const json = parse(file)
  if (!Value.Check(DescriptionFile, json)) {
    const problems = [...Value.Errors(DescriptionFile, json)].map(({ instancePath, keyword, message }) =>
      `${instancePath} ${keyword === 'boolean' ? 'is not known' : message}`.trim(),
    )
    throw new UsageError(`${file}: ${problems.join('; ')}\n${programName()} documents teach --schema says how it looks`)
  }
  return { ...json, pictures: json.pictures.map((picture) => bytesOf(resolve(dirname(file), picture))) }
}

function parse(file: string): unknown {
  try {
    return JSON.parse(bytesOf(file).toString('utf8'))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : error}`)
  }
}
