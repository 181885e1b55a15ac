import { type FeatureWords, SHARPER_PICTURES } from '../../kernel/decision/factor-words.ts'

export const words: FeatureWords = {
  factors: {
    applicantIntegrity: {
      name: 'Data provided',
      cause: 'Differs from the data provided',
      unread: 'Data provided not compared',
      remedy: { words: 'Send the name as it is on the document when the session is opened' },
    },
    barcodeOcrCrossCheck: {
      name: 'Printed text and barcode',
      cause: 'Printed text and barcode differ',
      unread: 'Barcode not read',
    },
    dateOfExpiration: { name: 'Expiration date', cause: 'Expiration date', unread: 'Expiration date not read' },
    documentAuthenticity: {
      name: 'Genuine document',
      cause: 'Picture changed, or unlike the genuine document',
      unread: 'Not proven genuine',
      remedy: { words: 'Teach the document, or accept its chip or a wallet', path: 'documents/teach' },
    },
    documentConsistency: {
      name: 'No contradictions in the document',
      cause: 'Contradictions in the document',
      unread: 'Document not checked',
    },
    documentLiveness: {
      name: 'Original, no copy or screen',
      cause: 'Copy or screen',
      unread: 'Original not confirmed',
    },
    documentNaming: {
      name: 'Issuer',
      cause: 'Unknown issuer',
      remedy: { words: 'Teach the document, or refuse documents of unknown issuers', path: 'settings/page' },
    },
    documentPortrait: {
      name: 'Portrait on the document',
      cause: 'No portrait on the document',
      remedy: SHARPER_PICTURES,
    },
    mrzOcrCrossCheck: {
      name: 'Printed text and MRZ',
      cause: 'Printed text and MRZ differ',
      unread: 'MRZ not read',
    },
    mrzValidity: { name: 'MRZ check digits', cause: 'MRZ check digits', unread: 'MRZ not read' },
    overallOcrFieldsConfidence: { name: 'Readability', cause: 'Hard to read', remedy: SHARPER_PICTURES },
    // Rules of live mode.
    noSpecimen: {
      cause: 'Specimen',
      remedy: { words: 'Nothing to configure: a specimen is never approved in live mode' },
    },
    documentProven: {
      cause: 'Proof from an untrusted issuer',
      remedy: { words: 'Trust the signer of the chip or the issuer of the credential', path: 'settings/trust' },
    },
    documentFilmed: {
      cause: 'Document not filmed',
      remedy: { words: 'Have people use the page’s camera instead of a file' },
    },
    zonesCompared: {
      cause: 'No MRZ or barcode to compare',
      remedy: { words: 'Ask for a document with an MRZ or a barcode' },
    },
    picturesJudged: { cause: 'Picture resolution too low', remedy: SHARPER_PICTURES },
    documentAttested: {
      cause: 'Document not proven genuine',
      remedy: {
        words: 'Teach the document, accept its chip or a wallet, or choose the standard level',
        path: 'settings/verification',
      },
    },
  },
}
