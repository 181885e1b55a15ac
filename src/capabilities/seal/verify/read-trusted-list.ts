import { SaxesParser } from 'saxes'
import { Unusable } from '../../../jose/jws.ts'

/** What a service of a trusted list may be: ETSI TS 119 612, 5.5.4 and the words of its earlier versions. */
const IN_FORCE = /\/(granted|recognisedatnationallevel|setbynationallaw|undersupervision|accredited|inaccord)$/i
const MOST_BYTES = 32 * 1024 * 1024

/** A trusted list (ETSI TS 119 612, XML) begins so; certificates and keys do not. */
export const isXml = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*</.test(Buffer.from(bytes.subarray(0, 64)).toString('utf8'))

/** The certificates (DER) of the services that a trusted list says are in force now. Its own signature is not verified. */
export function readTrustedList(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length > MOST_BYTES) throw new Unusable('the list is larger than any trusted list')
  const found: Uint8Array[] = []
  const path: string[] = []
  let isList = false
  let text = ''
  let service = { status: '', certificates: [] as string[] }
  const parser = new SaxesParser({ xmlns: true })
  // What is wrong with the XML ends the reading at once; so do declarations of entities, which no list has.
  parser.on('error', (error) => {
    throw new Unusable(`it is no XML: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new Unusable('a list with a document type declaration')
  })
  parser.on('opentag', ({ local }) => {
    path.push(local)
    text = ''
    if (local === 'TrustServiceStatusList' && path.length === 1) isList = true
    if (local === 'ServiceInformation') service = { status: '', certificates: [] }
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', ({ local }) => {
    path.pop()
    const isInService = path.includes('ServiceInformation')
    if (isInService && local === 'ServiceStatus') service.status = text.trim()
    if (isInService && local === 'X509Certificate') service.certificates.push(text)
    if (local === 'ServiceInformation' && IN_FORCE.test(service.status))
      found.push(...service.certificates.map((each) => Buffer.from(each, 'base64')))
  })
  parser.write(Buffer.from(bytes).toString('utf8')).close()
  if (!isList) throw new Unusable('it is no trusted list (ETSI TS 119 612)')
  if (found.length === 0) throw new Unusable('the list has no service in force with a certificate')
  return found
}
