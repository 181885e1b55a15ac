// Interfaces that features extend, each next to the type of the field:
//   declare module '../../kernel/feature-types.ts' { interface FeatureReadings { chip?: ChipReading } }
// biome-ignore-all lint/suspicious/noEmptyInterface: the features fill them

/** The evidence of features by its name: its reading is kept in the session, and every decision is based on it. */
export interface EvidenceReadings {}

/** The parts of a session's pictures that belong to features' evidence, each with the names of its images. */
export interface EvidenceImages {}

/** The evidence that is read from the pictures of a document, and is replaced with them. */
export interface PictureReadings {}

/** What features show of a case. */
export interface CaseFields {}

/** Where features state the value of a field of the document. */
export interface CaseColumns {}

/** What certificates of a trust list may be trusted for. */
export interface TrustUses {}

/** What features keep in a session. Each field is absent if there is nothing to keep. */
export interface FeatureReadings extends Partial<EvidenceReadings> {}

/** What features contribute to a decision, in addition to the document and the selfie. */
export interface FeatureEvidence extends Partial<EvidenceReadings> {}

/** The Trust Factors of features, by name. */
export interface FeatureFactors {}

/** What features need from outside, in addition to the kernel's ports. */
export interface FeaturePorts {}

/** The services that features offer while the service runs. Each is absent if its feature is off. */
export interface Services {}

/** What features know about a case in addition to its session. */
export interface CaseParts {}

/** The settings that features add to those of a tenant: see kernel/tenants/setting.ts. */
export interface FeatureSettings {}
