import { createPublicKey, sign, verify } from 'node:crypto'
import { strFromU8, strToU8, type Unzipped, zipSync } from 'fflate'
import { Value } from 'typebox/value'
import type { Secrets } from '../../../actions/ports/installation.ts'
import { fingerprintOf, openEvidenceKey, type Signature } from '../../../actions/results/evidence-format.ts'
import { unzipWhole } from '../../../actions/results/zip-bytes.ts'
import type { DocumentModel } from '../../../domain/document/model.ts'
import { accept, type Result, refuse } from '../../../domain/result.ts'
import type { ModelSigner } from '../ports/document-models.ts'
import { DOCUMENT_FORMAT, ModelFile } from './document-file-schema.ts'

/** A zip of `model.json` and of `signature.json`, which signs its bytes with the key of the installation. */
const FILES = { model: 'model.json', signature: 'signature.json' } as const
/** Of all files together. A passport taught with three pictures has 80 kB; what unpacks to a hundred times that is no model. */
const MOST_BYTES = 8_000_000
/** Zip knows no time before 1980; a fixed one keeps equal files equal. */
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

/** The model in a file and who signed it; what was changed since, or is no model, is refused in words. */
export function unpackModel(file: Uint8Array): Result<{ model: DocumentModel; signer: ModelSigner }, string> {
  let files: Unzipped
  try {
    files = unzipWhole(file, MOST_BYTES, Object.values(FILES))
  } catch {
    return refuse(`this is not a document file: it is not a zip of ${FILES.model} and ${FILES.signature} alone`)
  }
  const [bytes, signature] = [files[FILES.model], files[FILES.signature]]
  if (!bytes || !signature)
    return refuse(`this is not a document file: ${FILES.model} or ${FILES.signature} is missing`)
  const signer = checkSignature(bytes, signature)
  if (!signer) return refuse('the signature does not fit: the file was changed after it was signed')

  const json = parse(bytes)
  if (!Value.Check(ModelFile, json)) {
    const [problem] = Value.Errors(ModelFile, json)
    return refuse(`the file is not of the format ${DOCUMENT_FORMAT}: ${problem?.instancePath} ${problem?.message}`)
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
    return undefined // no key, no JSON, no signature: nobody signed this
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
