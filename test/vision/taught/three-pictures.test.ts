import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Value } from 'typebox/value'
import { METHODS } from '../../../lab/evaluate/sets/taught/imitate/methods.ts'
import { fictionalPerson } from '../../../packages/specimen/src/issue/person.ts'
import { DOCUMENT_FORMAT, ModelFile } from '../../../src/features/taught/actions/share-document.ts'
import type { ReferenceReading } from '../../../src/vision/document/page-reading.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { decode, toJpeg } from '../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../src/vision/picture/picture.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import { learnDocument } from '../../../src/vision/taught/learn/learn-document.ts'
import type { ModelContent } from '../../../src/vision/taught/model.ts'
import { drawPassport, lessonOf, modelOf, shoot } from './teach.ts'

const engine = openReadEngine(DEFAULT_SETTINGS)
const passportOf = (holder: number) => drawPassport({ person: fictionalPerson(holder, 'en', '2026-01-01') })

let content: ModelContent
let genuine: Picture

before(async () => {
  const specimens = await Promise.all([drawPassport(), passportOf(41), passportOf(42)])
  const { value } = await engine.read(async (context) => learnDocument(context, await lessonOf(specimens)))
  assert.ok(value.ok, JSON.stringify(value))
  content = value.content
  genuine = await decode((await passportOf(43)).front)
})

async function compared(method?: string): Promise<ReferenceReading> {
  const { width, height } = genuine
  const portrait = { x: 0.05 * width, y: 0.25 * height, width: 0.25 * width, height: 0.4 * height }
  const scene = { page: genuine, scale: width / 1000, lines: [], portrait, seed: 1 }
  const made = method ? await METHODS.find(({ name }) => name === method)?.make(scene) : genuine
  assert.ok(made, method)
  const photo = await shoot(new Uint8Array(await toJpeg(made, 95)))
  const { value } = await engine.read((context) => readPage(context, photo))
  assert.ok(value.ok, value.ok ? '' : value.refusal)
  const reference = value.value.reading.authenticity?.reference
  assert.ok(reference)
  return reference
}

test('a document taught with three pictures: a fourth holder passes, print of another size and a blurred background are refused by its windows', async () => {
  engine.useModels([modelOf(content)])
  assert.ok((await compared()).score > 90)
  const resized = await compared('text block of another size')
  assert.ok((resized.properties?.print ?? 100) <= 50, JSON.stringify(resized))
  assert.ok((await compared('background blurred')).score <= 50)

  // Without the windows that the pictures agreed on it is not found.
  const { firm, ...reference } = content.reference ?? assert.fail('no reference')
  assert.ok(firm)
  engine.useModels([modelOf({ ...content, reference })])
  assert.ok((await compared('text block of another size')).score > 50)
})

test('what was learnt from three pictures is what the file of a document may hold', () => {
  const file = { format: DOCUMENT_FORMAT, model: modelOf(content) }
  const [problem] = Value.Errors(ModelFile, file)
  assert.ok(content.reference?.layout && content.reference.alike?.fallen !== undefined)
  assert.ok(Value.Check(ModelFile, file), `${problem?.instancePath} ${problem?.message}`)
})
