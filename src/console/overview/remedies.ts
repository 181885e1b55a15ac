import type { OverviewResponse } from '../../contract/console/console-overview.ts'

interface Remedy {
  words: string
  /** Where in the console it can be done. */
  path?: string
}

/** What an operator can do so that fewer sessions are referred for this reason. */
export function remedyOf({
  cause,
  isUnread,
}: Pick<OverviewResponse['levels'][number]['referrals'][number], 'cause' | 'isUnread'>): Remedy {
  const known = cause === undefined ? undefined : REMEDIES[cause]
  if (known) return known
  if (cause === undefined) return { words: 'See the cases: they were decided by an earlier version' }
  if (isUnread) return SHARPER
  return { words: 'Nothing to set: this is evidence against the person' }
}

const SHARPER: Remedy = { words: 'Sharper pictures: see below where people are asked to take another one' }

const REMEDIES: Partial<Record<string, Remedy>> = {
  documentAuthenticity: { words: 'Teach the document, or take its chip or a wallet', path: 'documents/teach' },
  chipAuthenticity: { words: 'Import the master list of the country', path: 'settings/trust' },
  credentialAuthenticity: { words: 'Trust the issuer of the credential', path: 'settings/trust' },
  sealAuthenticity: { words: 'Trust the signer of the barcode', path: 'settings/trust' },
  captureCompleteness: { words: 'Ask for all sides and the selfie', path: 'settings/asked' },
  captureIntegrity: { words: 'Accept only pictures of the camera', path: 'settings/page' },
  overallOcrFieldsConfidence: SHARPER,
  duplicateCheck: { words: 'Decide whether a second session of one person matters', path: 'settings/policy' },
  watchlist: { words: 'Raise the points that make a hit, or name fewer lists', path: 'settings/screening' },
  returningPerson: { words: 'A first enrolment that was approved' },
  ageVerification: { words: 'A document with a date of birth', path: 'settings/asked' },
  noSpecimen: { words: 'Nothing to set: a specimen is never approved in live mode' },
  documentProven: { words: 'Trust who signed the chip or the credential', path: 'settings/trust' },
  portraitCompared: {
    words: 'Ask wallets for the portrait, or accept credentials without one',
    path: 'settings/proofs',
  },
  documentFilmed: { words: 'Have people use the camera of the page instead of a file' },
  zonesCompared: { words: 'Ask for a document with an MRZ or a barcode' },
  picturesJudged: SHARPER,
  cameraUndoubted: { words: 'See the cases: virtual cameras and extensions that replace the camera cause it' },
  documentAttested: {
    words: 'Teach the document, take its chip or a wallet, or choose the level standard',
    path: 'settings/verification',
  },
  applicantIntegrity: { words: 'Send the name as the document has it when the session is opened' },
}
