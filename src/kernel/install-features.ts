import { accountDirectories } from './accounts/account-directory.ts'
import { featureComponents } from './contract/feature-components.ts'
import { featureFactors } from './decision/factors/index.ts'
import { featureFindings } from './decision/findings.ts'
import { featureLiveRules } from './decision/live-rules.ts'
import { featureProofs } from './decision/proof.ts'
import { pictureEvidence } from './evidence/picture-evidence.ts'
import { selfieCompanions } from './evidence/selfie-companion.ts'
import type { Feature } from './feature.ts'
import { overviewParts } from './figures/overview-part.ts'
import { exportedFiles } from './results/person-export.ts'
import { caseParts } from './review/case-part.ts'
import { type SessionPart, sessionParts } from './session/session-part.ts'
import { featureStorages } from './storage/feature-storage.ts'

/** Fills the kernel's slots with what the features bring, in their order. */
export function installFeatures(features: readonly Feature[]): void {
  const each = <Part>(part: (feature: Feature) => Part | readonly Part[] | undefined): Part[] =>
    features.flatMap((feature) => part(feature) ?? [])
  accountDirectories.fill(each(({ accountDirectory }) => accountDirectory))
  sessionParts.fill(each<SessionPart>(({ sessionPart }) => sessionPart))
  featureFactors.fill(each(({ factors }) => factors))
  featureLiveRules.fill(each(({ liveRules }) => liveRules))
  featureFindings.fill(each(({ findings }) => findings))
  pictureEvidence.fill(each(({ picture }) => picture))
  selfieCompanions.fill(each(({ withSelfie }) => withSelfie))
  featureProofs.fill(each(({ proof }) => proof))
  featureStorages.fill(each(({ storage }) => storage))
  caseParts.fill(each(({ casePart }) => casePart))
  exportedFiles.fill(each(({ exportedFiles: files }) => files))
  overviewParts.fill(each(({ overview }) => overview))
  featureComponents.fill(each(({ components }) => components))
}
