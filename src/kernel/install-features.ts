import { accountDirectories } from './accounts/account-directory.ts'
import { featureComponents } from './contract/feature-components.ts'
import { featureLiveRules } from './decision/live-rules/live-rule.ts'
import { featureProofs } from './decision/proof.ts'
import type { Feature } from './feature.ts'
import { overviewParts } from './figures/overview-part.ts'
import { exportedFiles } from './results/person-export.ts'
import { caseParts } from './review/case-part.ts'
import { type SessionPart, sessionParts } from './session/session-part.ts'
import { featureStorages } from './storage/feature-storage.ts'
import type { TenantSettingList } from './tenants/setting.ts'
import { featureSettings } from './tenants/tenant-settings.ts'

/** Fills the kernel's slots with what the features bring, in their order. */
export function installFeatures(features: readonly Feature[]): void {
  const each = <Part>(part: (feature: Feature) => Part | readonly Part[] | undefined): Part[] =>
    features.flatMap((feature) => part(feature) ?? [])
  accountDirectories.fill(each(({ accountDirectory }) => accountDirectory))
  sessionParts.fill(each<SessionPart>(({ sessionPart }) => sessionPart))
  featureLiveRules.fill(each(({ liveRules }) => liveRules))
  featureProofs.fill(each(({ proof }) => proof))
  featureSettings.fill(each<TenantSettingList>(({ settings }) => settings && [settings]))
  featureStorages.fill(each(({ storage }) => storage))
  caseParts.fill(each(({ casePart }) => casePart))
  exportedFiles.fill(each(({ exportedFiles: files }) => files))
  overviewParts.fill(each(({ overview }) => overview))
  featureComponents.fill(each(({ components }) => components))
}
