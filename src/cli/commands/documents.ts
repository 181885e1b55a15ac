import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { deleteDraft, publishDocument, switchDocument } from '../../actions/documents/change-document.ts'
import { listDocuments } from '../../actions/documents/list-documents.ts'
import { exportDocument, importDocument, inspectDocument } from '../../actions/documents/share-document.ts'
import { teachDocument, tryDocument } from '../../actions/documents/teach-document.ts'
import type { ModelVersion } from '../../actions/ports/document-models.ts'
import { listCatalogue } from '../../engine/catalogue/known-documents.ts'
import type { Storage } from '../../storage/open.ts'
import { bytesOf, DescriptionFile, readDescriptionFile } from '../support/description-file.ts'
import { formatDocument, formatReceived, formatRefusal, formatTrial } from '../support/document-words.ts'
import { withEngine } from '../support/engine.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: documents list [--taught]            every document that is known, and how those taught fare
       documents teach --schema             how a document is described, as JSON Schema
       documents teach FILE [--id ID] [--publish]
                                            learn a document from a description and its pictures, as a draft;
                                            with --id as the next version of one that was taught before
       documents try ID PICTURE...          read pictures by its newest version
       documents publish ID                 put the draft into use
       documents delete ID                  forget the draft
       documents off ID                     take it out of use
       documents on ID                      put back what was in use last
       documents export ID [FILE]           one signed file, for other installations
       documents import FILE [--yes] [--publish]
                                            say who signed it, ask, and keep it as a draft`

type Needs = Storage & { clock: () => Date }

export async function run(args: string[]): Promise<void> {
  const [verb = '', first, ...rest] = readWords(args)
  if (verb === 'teach' && args.includes('--schema')) return console.log(JSON.stringify(DescriptionFile, undefined, 2))
  const act = verbs[verb]
  if (!act || (verb !== 'list' && first === undefined)) throw new UsageError(usage)
  await withStorage((storage) => act(storage, first ?? '', { rest, args }))
}

interface Words {
  rest: string[]
  args: string[]
}

const verbs: Record<string, (storage: Needs, first: string, words: Words) => Promise<void>> = {
  async list(storage, _, { args }) {
    const known = await listDocuments({ ...storage, catalogue: listCatalogue() }, { mode: 'live' })
    const shown = args.includes('--taught') ? known.filter(({ taught }) => taught) : known
    for (const document of shown) console.log(formatDocument(document))
  },

  async teach(storage, file, { args }) {
    const lesson = { ...readDescriptionFile(file), id: readOption(args, 'id') }
    const taught = await withEngine((engine) => teachDocument({ ...storage, engine }, lesson, ACTOR))
    if (!taught.ok) throw new UsageError(taught.refusal === 'NOT_FOUND' ? noSuch(lesson.id) : formatRefusal(taught))
    const { id, version, notFound } = taught.value
    if (notFound.length) console.error(`not found on their pictures: ${notFound.join(', ')}`)
    console.log(`${id}\tdraft v${version}`)
    if (args.includes('--publish')) await publish(storage, id)
  },

  async try(storage, id, { rest }) {
    const newest = await findVersion(storage, id, () => true)
    if (!rest.length) throw new UsageError(usage)
    await withEngine(async (engine) => {
      for (const file of rest) {
        const tried = await tryDocument({ ...storage, engine }, newest, bytesOf(file))
        console.log(tried.ok ? formatTrial(file, tried.value) : `${file}: not read: ${tried.refusal}`)
      }
    })
  },

  publish: (storage, id) => publish(storage, id),

  async delete(storage, id) {
    const draft = await findVersion(storage, id, ({ status }) => status === 'draft')
    if (!(await deleteDraft(storage, draft, ACTOR))) throw new UsageError(noSuch(id))
    console.log(`deleted the draft v${draft.version} of ${id}`)
  },

  off: (storage, id) => turn(storage, id, 'off'),
  on: (storage, id) => turn(storage, id, 'on'),

  async export(storage, id, { rest: [file = `${id}.limen-document`] }) {
    const exported = await exportDocument(storage, id, ACTOR)
    if (!exported.ok) throw new UsageError(noSuch(id))
    writeFileSync(file, exported.value.file)
    console.log(`${exported.value.model.name}, version ${exported.value.model.version}: ${file}`)
  },

  async import(storage, file, { args }) {
    const bytes = bytesOf(file)
    const received = await inspectDocument(storage, bytes)
    if (!received.ok) throw new UsageError(`${file}: ${received.problem}`)
    console.log(formatReceived(received.value))
    if (!args.includes('--yes') && !(await isAgreed())) return console.log('nothing was imported')
    const imported = await importDocument(storage, bytes, ACTOR)
    if (!imported.ok) throw new UsageError(`${file}: ${imported.problem}`)
    const { model, version } = imported.value
    console.log(`${model.id}\tdraft v${version}`)
    if (args.includes('--publish')) await publish(storage, model.id)
  },
}

async function publish(storage: Needs, id: string): Promise<void> {
  const draft = await findVersion(storage, id, ({ status }) => status === 'draft')
  if (!(await publishDocument(storage, draft, ACTOR))) throw new UsageError(noSuch(id))
  console.log(`${id} v${draft.version} is in use, on every node within seconds`)
}

async function turn(storage: Needs, id: string, to: 'on' | 'off'): Promise<void> {
  if (!(await switchDocument(storage, id, to, ACTOR)))
    throw new UsageError(`${id} was never in use, or is ${to} already`)
  console.log(`${id} is ${to}`)
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

/** Asks whoever sits there. Where nobody does, --yes is needed. */
async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('nobody can be asked here: --yes imports it')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question('Import it as a draft? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}
