import type { TSchema } from 'typebox'
import { accountDirectories } from './accounts/account-directory.ts'
import { featureComponents } from './contract/feature-components.ts'
import { featureFactors } from './decision/factors/index.ts'
import { featureFindings } from './decision/findings.ts'
import { featureLiveRules } from './decision/live-rules.ts'
import { featureProofs } from './decision/proof.ts'
import { selfieFields } from './evidence/contract/selfie-fields.ts'
import { evidenceKinds } from './evidence/evidence-kind.ts'
import { pageReaders } from './evidence/page-reader.ts'
import { pictureEvidence } from './evidence/picture-evidence.ts'
import { selfieCompanions } from './evidence/selfie-companion.ts'
import type { Feature } from './feature.ts'
import { overviewParts } from './figures/overview-part.ts'
import { bundledFiles } from './results/bundled-file.ts'
import { exportedFiles } from './results/person-export.ts'
import { caseColumns } from './review/case-column.ts'
import { caseParts } from './review/case-part.ts'
import { caseColumnNames, featureCaseFields } from './review/contract/case-fields.ts'
import { type SessionPart, sessionParts } from './session/session-part.ts'
import { setupParts } from './setup/setup-part.ts'
import { featureStorages } from './storage/feature-storage.ts'
import type { TenantSettingList } from './tenants/setting.ts'
import { featureSettings } from './tenants/tenant-settings.ts'

/** Fills the kernel's slots with what the features bring, in their order. */
export function installFeatures(features: readonly Feature[]): void {
  const each = <Part>(part: (feature: Feature) => Part | readonly Part[] | undefined): Part[] =>
    features.flatMap((feature) => part(feature) ?? [])
  accountDirectories.fill(each(({ accountDirectory }) => accountDirectory))
  sessionParts.fill(each<SessionPart>(({ sessionPart }) => sessionPart))
  featureFactors.fill(each(({ factors }) => factors))
  featureLiveRules.fill(each(({ liveRules }) => liveRules))
  featureFindings.fill(each(({ findings }) => findings))
  evidenceKinds.fill(each(({ evidence }) => evidence))
  pageReaders.fill(each(({ pageReader }) => pageReader))
  bundledFiles.fill(each(({ bundledFiles: files }) => files))
  pictureEvidence.fill(each(({ picture }) => picture))
  selfieFields.fill(each(({ withSelfie }) => withSelfie?.field))
  selfieCompanions.fill(each(({ withSelfie }) => withSelfie))
  featureProofs.fill(each(({ proof }) => proof))
  featureSettings.fill(each<TenantSettingList>(({ settings }) => settings && [settings]))
  featureStorages.fill(each(({ storage }) => storage))
  featureCaseFields.fill(each<Record<string, TSchema>>(({ caseFields }) => caseFields))
  caseColumnNames.fill(each(({ caseColumn }) => caseColumn?.name))
  caseColumns.fill(each(({ caseColumn }) => caseColumn))
  caseParts.fill(each(({ casePart }) => casePart))
  exportedFiles.fill(each(({ exportedFiles: files }) => files))
  setupParts.fill(each(({ setup }) => setup))
  overviewParts.fill(each(({ overview }) => overview))
  featureComponents.fill(each(({ components }) => components))
}
