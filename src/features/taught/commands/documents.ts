import { writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Storage } from '../../../kernel/storage/open.ts'
import { ACTOR, withEngine, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { type Answer, defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { bytesOf, programName, UsageError } from '../../../platform/cli/usage.ts'
import { listCatalogue } from '../../../vision/catalogue/catalogue.ts'
import type { LessonRefused, TriedPage } from '../../../vision/engine.ts'
import { deleteDraft, publishDocument, switchDocument } from '../actions/change-document.ts'
import { type KnownDocument, listDocuments } from '../actions/list-documents.ts'
import { exportDocument, importDocument, inspectDocument, type ReceivedDocument } from '../actions/share-document.ts'
import { teachDocument, tryDocument } from '../actions/teach-document.ts'
import { Description } from '../contract/documents.ts'
import type { ModelVersion } from '../ports/document-models.ts'

type Needs = Storage & { clock: () => Date }

const ID = { description: 'the id of a taught document' } as const
const PUBLISH = { type: 'boolean', description: 'put it into use at once' } as const

const list = defineCommand({
  summary: 'list all known documents, with the results of taught ones',
  options: { taught: { type: 'boolean', description: 'only those that were taught here' } },
  run: ({ options }) =>
    withStorage(async (storage) => {
      const known = await listDocuments({ ...storage, catalogue: listCatalogue() }, { mode: 'live' })
      const shown = options.taught ? known.filter(({ taught }) => taught) : known
      return { data: shown, text: shown.map(formatDocument).join('\n') }
    }),
})

const teach = defineCommand({
  summary: 'learn a document from a description and its pictures, as a draft',
  arguments: { file: { optional: true, description: 'the description, a JSON file next to its pictures' } },
  options: {
    schema: { type: 'boolean', description: 'print the JSON Schema of a description' },
    id: { type: 'string', value: 'ID', description: 'as the next version of a document that was taught before' },
    publish: PUBLISH,
  },
  run: async ({ args: { file }, options: { schema, id: wanted, publish: atOnce } }) => {
    if (schema) return { data: DescriptionFile, text: JSON.stringify(DescriptionFile, undefined, 2) }
    if (!file) throw new UsageError('documents teach needs FILE or --schema')
    return withStorage(async (storage) => {
      const lesson = { ...readDescriptionFile(file), id: wanted }
      const taught = await withEngine((engine) => teachDocument({ ...storage, engine }, lesson, ACTOR))
      if (!taught.ok) throw new UsageError(taught.refusal === 'NOT_FOUND' ? noSuch(lesson.id) : formatRefusal(taught))
      const { id, version, notFound, leftOut, mayApprove } = taught.value
      if (leftOut.length) console.error(`left out, because they do not match the others: picture ${leftOut.join(', ')}`)
      if (notFound.length) console.error(`not found on their pictures: ${notFound.join(', ')}`)
      if (!mayApprove) console.error(APPROVES_NOTHING)
      const published = atOnce ? await publish(storage, id) : undefined
      return {
        data: { id, version, notFound, leftOut, published: atOnce },
        text: [`${id}\tdraft v${version}`, ...(published ? [published.text] : [])].join('\n'),
      }
    })
  },
})

const APPROVES_NOTHING =
  'warning: its comparison cannot approve documents: that needs three sharp photographs or scans that can be compared'

const trying = defineCommand({
  summary: 'read pictures with the newest version of a document',
  arguments: { id: ID, picture: { many: true, description: 'pictures of documents' } },
  run: ({ args: { id, picture: files } }) =>
    withStorage(async (storage) => {
      const newest = await findVersion(storage, id, () => true)
      const pictures = files.map((file) => ({ file, bytes: bytesOf(file) }))
      return withEngine(async (engine) => {
        const results: { file: string; tried: Awaited<ReturnType<typeof tryDocument>> }[] = []
        for (const { file, bytes } of pictures)
          results.push({ file, tried: await tryDocument({ ...storage, engine }, newest, bytes) })
        return {
          data: results.map(({ file, tried }) =>
            tried.ok ? { file, ...tried.value } : { file, refusal: tried.refusal },
          ),
          text: results
            .map(({ file, tried }) =>
              tried.ok ? formatTrial(file, tried.value) : `${file}: not read: ${tried.refusal}`,
            )
            .join('\n'),
        }
      })
    }),
})

const publishing = defineCommand({
  summary: 'publish the draft',
  arguments: { id: ID },
  run: ({ args: { id } }) => withStorage((storage) => publish(storage, id)),
})

const deleting = defineCommand({
  summary: 'delete the draft',
  arguments: { id: ID },
  destroys: true,
  run: ({ args: { id }, confirm }) =>
    withStorage(async (storage) => {
      const draft = await findVersion(storage, id, ({ status }) => status === 'draft')
      await confirm(`delete the draft v${draft.version} of ${id} for good`)
      if (!(await deleteDraft(storage, draft, ACTOR))) throw new UsageError(noSuch(id))
      return { data: { id, deleted: draft.version }, text: `deleted the draft v${draft.version} of ${id}` }
    }),
})

const off = defineCommand({
  summary: 'take a document out of use',
  arguments: { id: ID },
  run: ({ args: { id } }) => withStorage((storage) => turn(storage, id, 'off')),
})

const on = defineCommand({
  summary: 'put back the version that was last in use',
  arguments: { id: ID },
  run: ({ args: { id } }) => withStorage((storage) => turn(storage, id, 'on')),
})

const exporting = defineCommand({
  summary: 'write a document into one signed file, for other installations',
  arguments: { id: ID, file: { optional: true, description: 'by default ID.limen-document' } },
  run: ({ args: { id, file = `${id}.limen-document` } }) =>
    withStorage(async (storage) => {
      const exported = await exportDocument(storage, id, ACTOR)
      if (!exported.ok) throw new UsageError(noSuch(id))
      writeFileSync(file, exported.value.file)
      const { name, version } = exported.value.model
      return { data: { id, name, version, file }, text: `${name}, version ${version}: ${file}` }
    }),
})

const importing = defineCommand({
  summary: 'show who signed a file, ask, and keep its document as a draft',
  arguments: { file: { description: 'a file that documents export wrote on another installation' } },
  options: { publish: PUBLISH },
  asks: true,
  run: ({ args: { file }, options, json, confirm }) =>
    withStorage(async (storage) => {
      const bytes = bytesOf(file)
      const received = await inspectDocument(storage, bytes)
      if (!received.ok) throw new UsageError(`${file}: ${received.problem}`)
      if (!json) console.log(formatReceived(received.value))
      await confirm(`import ${received.value.model.name} as a draft`)
      const imported = await importDocument(storage, bytes, ACTOR)
      if (!imported.ok) throw new UsageError(`${file}: ${imported.problem}`)
      const { model, version } = imported.value
      const published = options.publish ? await publish(storage, model.id) : undefined
      return {
        data: { id: model.id, version, published: options.publish, signer: received.value.signer },
        text: [`${model.id}\tdraft v${version}`, ...(published ? [published.text] : [])].join('\n'),
      }
    }),
})

export const command = defineGroup({
  summary: 'teach, try, share and switch documents',
  commands: {
    list,
    teach,
    try: trying,
    publish: publishing,
    delete: deleting,
    off,
    on,
    export: exporting,
    import: importing,
  },
})

async function publish(storage: Needs, id: string): Promise<Answer> {
  const draft = await findVersion(storage, id, ({ status }) => status === 'draft')
  if (!(await publishDocument(storage, draft, ACTOR))) throw new UsageError(noSuch(id))
  return {
    data: { id, published: draft.version },
    text: `${id} v${draft.version} is in use, on every node within seconds`,
  }
}

async function turn(storage: Needs, id: string, to: 'on' | 'off'): Promise<Answer> {
  if (!(await switchDocument(storage, id, to, ACTOR)))
    throw new UsageError(`${id} was never in use, or is ${to} already`)
  return { data: { id, status: to }, text: `${id} is ${to}` }
}

async function findVersion(
  { documentModels }: Pick<Needs, 'documentModels'>,
  id: string,
  fits: (version: ModelVersion) => boolean,
): Promise<ModelVersion> {
  const found = (await documentModels.list()).find((each) => each.id === id && fits(each))
  if (!found) throw new UsageError(noSuch(id))
  return found
}

const noSuch = (id?: string): string => `there is no such document, or no draft of it: ${id}`

/** One line per document: id, what it is, what is read from it, whether it is compared, and its results. */
export function formatDocument({ id, taught, ...document }: KnownDocument): string {
  const { country, type, sides, name, years, readBy, fields, mrz, barcode, compared } = document
  const reads = [readBy, fields.length && `${fields.length} places`, mrz && 'MRZ', barcode && 'barcode'].filter(Boolean)
  const state = taught
    ? `${taught.status} v${taught.version}${taught.draft === undefined ? '' : ` (draft v${taught.draft})`}, ${taught.pictures} pictures, seen ${taught.seen}, approved ${taught.approved}`
    : 'catalogue'
  const title = [name, years.join(' ')].filter(Boolean).join(', ')
  return [id, country, type, sides.join('+'), title, reads.join(', '), compared ? 'compared' : '', state].join('\t')
}

/** Why nothing was learnt. */
export function formatRefusal({ refusal, picture }: LessonRefused): string {
  return `nothing was learnt: ${refusal}${picture === undefined ? '' : ` (picture ${picture + 1})`}`
}

/** The result of trying a picture, for a terminal. */
export function formatTrial(file: string, { recognised, reading }: TriedPage): string {
  const { taught, documentName, visual, authenticity } = reading
  const reference = authenticity?.reference
  return [
    `${file}: ${recognised ? `recognised, ${taught?.score ?? 0} of 100` : `not recognised, identified as ${documentName}`}`,
    ...visual.map(({ name, value, confidence }) => `  ${name.padEnd(24)} ${value}  (${Math.round(confidence)})`),
    ...(reference ? [`  agrees with the model: ${Math.round(reference.score)} of 100`] : []),
    ...Object.entries(reference?.properties ?? {}).map(
      ([name, score]) => `    ${name.padEnd(22)} ${score === null ? 'not shown by this picture' : score}`,
    ),
  ].join('\n')
}

const SIGNERS = {
  own: 'this installation',
  known: 'an installation that a document was imported from before',
  stranger: 'A STRANGER: nothing was imported from this installation before',
} as const

/** What a file holds and who signed it. */
export function formatReceived({ model, signer, signerIs }: ReceivedDocument): string {
  const { country, type, side, year, name, content } = model
  return [
    `${name}: ${country} ${type} ${side}${year === undefined ? '' : ` of ${year}`}`,
    `taught with  ${content.pictures} pictures`,
    `reads        ${content.fields.map((field) => field.name).join(', ')}`,
    `signed by    ${signer.fingerprint}`,
    `             ${SIGNERS[signerIs]}`,
  ].join('\n')
}

/** The description of a document for the command line. */
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
      `${instancePath} ${keyword === 'boolean' ? 'is not a known property' : message}`.trim(),
    )
    throw new UsageError(`${file}: ${problems.join('; ')}\n${programName()} documents teach --schema prints its schema`)
  }
  return { ...json, pictures: json.pictures.map((picture) => bytesOf(resolve(dirname(file), picture))) }
}

function parse(file: string): unknown {
  try {
    return JSON.parse(bytesOf(file).toString('utf8'))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}
