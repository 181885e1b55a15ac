import type { FeatureSettings } from '../feature-types.ts'
import { kernelSettings } from './kernel-settings.ts'
import type { InitialSettings, StoredSettings } from './setting.ts'

/** What an operator can set per tenant: its rules, its addresses and how its page looks. */
export type TenantSettings = StoredSettings<typeof kernelSettings & FeatureSettings>

/** The settings of a tenant that sets nothing; for absent settings see each. */
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(kernelSettings).flatMap(([name, setting]) => ('initial' in setting ? [[name, setting.initial]] : [])),
) as InitialSettings<typeof kernelSettings>

/** The claims that a tenant's own credential can contain, under their names in the PID of European wallets. */
export const ISSUED_CLAIMS = [
  'family_name',
  'given_name',
  'birthdate',
  'nationalities',
  'document_number',
  'issuing_country',
  'date_of_expiry',
  'picture',
] as const
export type IssuedClaim = (typeof ISSUED_CLAIMS)[number]

/** The longest validity of a credential, in days. */
export const MOST_DAYS = 1825

/** The lowest score, of 100, that counts as a hit if a tenant sets none; measured in docs/screening.md. */
export const DEFAULT_THRESHOLD = 95

/** The name of the operator's own list in evidence; no imported list may have this name. */
export const BLOCKLIST = 'blocklist'

/** The permitted names of a list: they appear in addresses, settings and evidence. */
const LIST_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
export const isListName = (name: string): boolean => LIST_NAME.test(name) && name !== BLOCKLIST
