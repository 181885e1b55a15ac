import type { OverviewResponse } from '../../../kernel/figures/contract/console-overview.ts'

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
  return { words: 'Nothing to configure: this is evidence against the person' }
}

const SHARPER: Remedy = { words: 'Get sharper pictures: see below where people have to retake them' }

const REMEDIES: Partial<Record<string, Remedy>> = {
  documentAuthenticity: { words: 'Teach the document, or accept its chip or a wallet', path: 'documents/teach' },
  chipAuthenticity: { words: 'Import the country’s master list', path: 'settings/trust' },
  credentialAuthenticity: { words: 'Trust the issuer of the credential', path: 'settings/trust' },
  sealAuthenticity: { words: 'Trust the signer of the barcode', path: 'settings/trust' },
  captureCompleteness: { words: 'Ask for all sides and the selfie', path: 'settings/asked' },
  documentNaming: { words: 'Teach the document, or refuse documents of unknown issuers', path: 'settings/page' },
  documentPortrait: SHARPER,
  captureIntegrity: { words: 'Accept only camera pictures', path: 'settings/page' },
  overallOcrFieldsConfidence: SHARPER,
  duplicateCheck: { words: 'Decide whether a second session of the same person matters', path: 'settings/policy' },
  watchlist: { words: 'Raise the score that counts as a hit, or use fewer lists', path: 'settings/screening' },
  returningPerson: { words: 'The person needs an approved first enrolment' },
  ageVerification: { words: 'Ask for a document with a date of birth', path: 'settings/asked' },
  noSpecimen: { words: 'Nothing to configure: a specimen is never approved in live mode' },
  documentProven: { words: 'Trust the signer of the chip or the issuer of the credential', path: 'settings/trust' },
  portraitCompared: {
    words: 'Ask wallets for the portrait, or accept credentials without one',
    path: 'settings/proofs',
  },
  facesSearched: { words: 'Nothing to configure: after a start, faces are loaded for a few minutes' },
  documentFilmed: { words: 'Have people use the page’s camera instead of a file' },
  zonesCompared: { words: 'Ask for a document with an MRZ or a barcode' },
  picturesJudged: SHARPER,
  cameraUndoubted: { words: 'See the cases: the cause is a virtual camera or an extension that replaces the camera' },
  documentAttested: {
    words: 'Teach the document, accept its chip or a wallet, or choose the standard level',
    path: 'settings/verification',
  },
  applicantIntegrity: { words: 'Send the name as it is on the document when the session is opened' },
}
