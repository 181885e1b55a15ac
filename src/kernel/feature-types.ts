// Interfaces that features extend, each next to the type of the field:
//   declare module '../../kernel/feature-types.ts' { interface FeatureReadings { chip?: ChipReading } }
// biome-ignore-all lint/suspicious/noEmptyInterface: the features fill them

/** What features keep in a session. Each field is absent if there is nothing to keep. */
export interface FeatureReadings {}

/** What features contribute to a decision, in addition to the document and the selfie. */
export interface FeatureEvidence {}

/** What features need from outside, in addition to the kernel's ports. */
export interface FeaturePorts {}

/** The services that features offer while the service runs. Each is absent if its feature is off. */
export interface Services {}

/** What features know about a case in addition to its session. */
export interface CaseParts {}

/** The settings that features add to those of a tenant: see kernel/tenants/setting.ts. */
export interface FeatureSettings {}
