import { createPublicKey, sign, verify } from 'node:crypto'
import { strFromU8, strToU8, type Unzipped, zipSync } from 'fflate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { DOCUMENT_TYPES, PAGE_SIDES, VISUAL_FIELDS } from '../../../formats/document-words.ts'
import { accept, type Result, refuse } from '../../../formats/result.ts'
import type { Secrets } from '../../../kernel/ports/installation.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import {
  fingerprintOf,
  openEvidenceKey,
  readEvidencePublicKey,
  type Signature,
} from '../../../kernel/results/evidence-format.ts'
import { unzipWhole } from '../../../kernel/results/zip-bytes.ts'
import { MOST_TAUGHT_PICTURES } from '../../../vision/engine.ts'
import { type DocumentModel, MODEL_FORMAT, MODEL_ZONES } from '../../../vision/taught/model.ts'
import type { ModelSigner } from '../ports/document-models.ts'
import { draftOf, entryOf } from './change-document.ts'

/** A model as one signed file for other installations: the version in use, or else the newest. */
export async function exportDocument(
  ports: Pick<Ports, 'documentModels' | 'secrets' | 'audit' | 'clock'>,
  id: string,
  actor: string,
): Promise<Result<{ model: DocumentModel; file: Uint8Array }, 'NOT_FOUND'>> {
  const versions = (await ports.documentModels.list()).filter((each) => each.id === id)
  const newest = versions.find(({ status }) => status === 'published') ?? versions[0]
  const model = newest && (await ports.documentModels.load(id, newest.version))
  if (!model) return refuse('NOT_FOUND')
  const file = await packModel(ports.secrets, model)
  await ports.audit.record(entryOf(ports, actor, 'document.export', model))
  return accept({ model, file })
}

export interface ReceivedDocument {
  model: DocumentModel
  signer: ModelSigner
  /** Whose key signed it: this installation's own, one that a model was imported from before, or an unknown one. */
  signerIs: 'own' | 'known' | 'stranger'
}

export interface BadFile {
  ok: false
  refusal: 'BAD_FILE'
  /** What is wrong with it, as a message. */
  problem: string
}

/** What a file holds and who signed it, so that an operator can decide. Nothing is kept. */
export async function inspectDocument(
  ports: Pick<Ports, 'documentModels' | 'secrets'>,
  file: Uint8Array,
): Promise<{ ok: true; value: ReceivedDocument } | BadFile> {
  const read = unpackModel(file)
  if (!read.ok) return { ok: false, refusal: 'BAD_FILE', problem: read.refusal }
  const { model, signer } = read.value
  const own = await readEvidencePublicKey(ports.secrets)
  const isKnown = async () =>
    (await ports.documentModels.list()).some((each) => each.signer?.fingerprint === signer.fingerprint)
  const signerIs = own.fingerprint === signer.fingerprint ? 'own' : (await isKnown()) ? 'known' : 'stranger'
  return accept({ model, signer, signerIs })
}

/** Keeps the model of a file as a draft, which is tried and published like any other. */
export async function importDocument(
  ports: Pick<Ports, 'documentModels' | 'secrets' | 'clock'>,
  file: Uint8Array,
  actor: string,
): Promise<{ ok: true; value: ReceivedDocument & { version: number } } | BadFile> {
  const received = await inspectDocument(ports, file)
  if (!received.ok) return received
  const { signer } = received.value
  const { version: _, ...model } = received.value.model
  const entry = entryOf(ports, actor, 'document.import', model)
  const audit = { ...entry, detail: { ...entry.detail, signer: signer.fingerprint } }
  const version = await ports.documentModels.keepDraft(draftOf(model, actor, signer), audit)
  return accept({ ...received.value, version })
}

export const DOCUMENT_FORMAT = 'limen-document/1'

/** Strict, so that a file cannot carry data that is never read. */
const strict = { additionalProperties: false }
const share = Type.Number({ minimum: 0, maximum: 1 })
const place = Type.Object({ x: share, y: share, width: share, height: share }, strict)
/** Base64 data. The largest is the reference picture, a JPEG. */
const base64 = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength: 4_000_000 })
const cells = Type.Integer({ minimum: 1, maximum: 512 })
const text = Type.String({ maxLength: 200 })
/** A point can be outside the edge of the page. */
const point = Type.Object({ x: Type.Number(), y: Type.Number() }, strict)

const size = Type.Number({ minimum: 0 })
/**
 * A file can still hold data that earlier versions kept and this one ignores: `loose`, `grain`, `varies`, `colours`,
 * `uneven`, `patch`, `stroke`, `face`, `lines`, the formats of fields, their labels and all labels.
 */
const spread = Type.Object(
  {
    pictures: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TAUGHT_PICTURES })),
    softer: size,
    weight: size,
    stroke: Type.Optional(size),
    pattern: size,
    faded: size,
    worst: Type.Optional(size),
    uneven: Type.Optional(size),
    patch: Type.Optional(size),
    inks: Type.Optional(size),
    spot: Type.Optional(size),
  },
  strict,
)

const reference = Type.Object(
  {
    picture: base64,
    power: base64,
    colours: base64,
    ink: Type.Array(Type.Number(), { minItems: 3, maxItems: 3 }),
    stroke: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    lines: Type.Array(point, { maxItems: 512 }),
    face: Type.Optional(point),
    loose: Type.Optional(base64),
    firm: Type.Optional(base64),
    alike: Type.Optional(
      Type.Object(
        {
          pattern: Type.Number(),
          print: Type.Number(),
          varies: Type.Optional(Type.Number()),
          colours: Type.Optional(Type.Number()),
          fallen: Type.Optional(size),
          area: Type.Optional(size),
        },
        strict,
      ),
    ),
    layout: Type.Optional(
      Type.Object({ lines: Type.Optional(size), elsewhere: size, face: Type.Optional(size) }, strict),
    ),
    grain: Type.Optional(Type.Object({ usual: Type.Number(), varies: Type.Number() }, strict)),
    spread: Type.Optional(spread),
  },
  strict,
)

const content = Type.Object(
  {
    format: Type.Literal(MODEL_FORMAT),
    ratio: Type.Number({ minimum: 0.2, maximum: 5 }),
    pictures: Type.Integer({ minimum: 1, maximum: MOST_TAUGHT_PICTURES }),
    lent: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TAUGHT_PICTURES })),
    look: Type.Object({ columns: cells, rows: cells, values: base64, weights: base64 }, strict),
    print: Type.Object(
      { picture: base64, hidden: Type.Array(place), columns: cells, rows: cells, known: base64 },
      strict,
    ),
    reference: Type.Optional(reference),
    fields: Type.Array(
      Type.Object(
        {
          name: Type.Enum([...VISUAL_FIELDS]),
          box: place,
          script: Type.Optional(text),
          alphabet: Type.Optional(Type.Enum(['letters', 'digits', 'both'])),
          dateFormat: Type.Optional(text),
          label: Type.Optional(text),
        },
        strict,
      ),
      { maxItems: 64 },
    ),
    zones: Type.Array(Type.Object({ name: Type.Enum([...MODEL_ZONES]), box: place }, strict), { maxItems: 16 }),
    labels: Type.Optional(Type.Array(Type.Object({ text, box: place }, strict), { maxItems: 256 })),
  },
  strict,
)

const model = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
    version: Type.Integer({ minimum: 1 }),
    country: Type.String({ pattern: '^[A-Z]{3}$' }),
    type: Type.Enum([...DOCUMENT_TYPES]),
    side: Type.Enum([...PAGE_SIDES]),
    year: Type.Optional(Type.String({ pattern: '^(19|20)\\d\\d$' })),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    content,
  },
  strict,
)

/** The contents of `model.json`. */
export const ModelFile = Type.Object({ format: Type.Literal(DOCUMENT_FORMAT), model }, strict)

/** The file is a zip of `model.json` and `signature.json`, which signs its bytes with the key of the installation. */
const FILES = { model: 'model.json', signature: 'signature.json' } as const
/**
 * The most bytes of all files together. A passport taught with three pictures has 80 kB; a file that unpacks to a
 * hundred times that is not a model.
 */
const MOST_BYTES = 8_000_000
/** A fixed time, so that equal models give equal files. Zip has no time before 1980. */
const EPOCH = new Date('1980-01-01T12:00:00Z')

export async function packModel(secrets: Secrets, model: DocumentModel): Promise<Uint8Array> {
  const key = await openEvidenceKey(secrets)
  const bytes = toJson({ format: DOCUMENT_FORMAT, model })
  const signature: Signature = {
    algorithm: 'Ed25519',
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    signature: sign(null, bytes, key).toString('base64'),
  }
  return zipSync({ [FILES.model]: bytes, [FILES.signature]: toJson(signature) }, { mtime: EPOCH })
}

/**
 * The model in a file and its signer. A file that was changed after signing, or is not a model, is refused with a
 * message.
 */
export function unpackModel(file: Uint8Array): Result<{ model: DocumentModel; signer: ModelSigner }, string> {
  let files: Unzipped
  try {
    files = unzipWhole(file, MOST_BYTES, Object.values(FILES))
  } catch {
    return refuse(`this is not a document file: it is not a zip of only ${FILES.model} and ${FILES.signature}`)
  }
  const [bytes, signature] = [files[FILES.model], files[FILES.signature]]
  if (!bytes || !signature)
    return refuse(`this is not a document file: ${FILES.model} or ${FILES.signature} is missing`)
  const signer = checkSignature(bytes, signature)
  if (!signer) return refuse('the signature does not hold: the file was changed after it was signed')

  const json = parse(bytes)
  if (!Value.Check(ModelFile, json)) {
    const [problem] = Value.Errors(ModelFile, json)
    return refuse(`the file is not in the format ${DOCUMENT_FORMAT}: ${problem?.instancePath} ${problem?.message}`)
  }
  return accept({ model: json.model, signer })
}

function checkSignature(bytes: Uint8Array, file: Uint8Array): ModelSigner | undefined {
  try {
    const { algorithm, publicKey, signature } = parse(file) as Signature
    const key = createPublicKey(publicKey)
    if (algorithm !== 'Ed25519' || key.asymmetricKeyType !== 'ed25519') return undefined
    if (!verify(null, bytes, key, Buffer.from(signature, 'base64'))) return undefined
    return { fingerprint: fingerprintOf(key), signature }
  } catch {
    return undefined // an invalid key, JSON or signature counts as no signature
  }
}

const toJson = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value)}\n`)

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strFromU8(bytes))
  } catch {
    return undefined
  }
}
