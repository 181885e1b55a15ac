import { mkdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { defineCommand } from '../parser/command.ts'
import { dataOf, formatSeen } from '../read/format-seen.ts'
import { formatOf, lookAtFiles } from '../read/look-at-files.ts'
import { withEngine } from '../support/engine.ts'
import { UsageError } from '../support/usage.ts'

export const command = defineCommand({
  summary: 'say what the engine sees in pictures of documents or faces',
  details: `Without a session, a server or a database: nothing is stored. A picture is read as a document, and where it is none as a
face. Documents that were taught are not used (see documents try). A picture that fails does not stop
the others; ends with 1 when one could not be read.`,
  arguments: { file: { many: true, description: 'pictures: JPEG, PNG, WebP or HEIC' } },
  options: {
    as: { type: 'string', choices: ['document', 'face'], description: 'read it only as this' },
    picture: {
      type: 'string',
      value: 'OUT',
      description:
        'also draw outline, fields, MRZ and what was marked on the picture, with the numbers of the table: a .jpg, .png or .webp file, or a folder where several pictures are read',
    },
  },
  examples: ['read passport.jpg --picture seen.png', 'read front.jpg back.jpg selfie.jpg --json'],
  run: async ({ args: { file: files }, options: { as, picture: out } }) => {
    const target = out === undefined ? undefined : targetsOf(files, out)
    return withEngine(async (engine) => {
      const all = await lookAtFiles(engine, files, { as, target })
      return {
        data: all.map(dataOf),
        text: all.map(formatSeen).join('\n\n'),
        exitCode: all.every(({ is }) => is === 'document' || is === 'face') ? 0 : 1,
      }
    })
  },
})

/** Where the picture of each file goes: to the one that was named, or into a folder under its own name. */
function targetsOf(files: readonly string[], out: string): (file: string) => string {
  if (files.length === 1) {
    if (!formatOf(out)) throw new UsageError(`--picture takes a .jpg, .png or .webp file, not '${out}'`)
    return () => out
  }
  const names = files.map((file) => basename(file))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new UsageError(`two of the files are called ${twice}: their pictures would overwrite each other`)
  try {
    mkdirSync(out, { recursive: true })
  } catch (error) {
    throw new UsageError(`--picture takes a folder where several pictures are read: ${(error as Error).message}`)
  }
  return (file) => join(out, `${basename(file, extname(file))}${formatOf(file) ? extname(file) : '.jpg'}`)
}
