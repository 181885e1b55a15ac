import { Type } from 'typebox'
import { words } from '../../kernel/contract/schema.ts'
import { tenantSetting } from '../../kernel/tenants/setting.ts'
import { keyGeneration, strict } from '../../kernel/tenants/setting-schemas.ts'
import { ISSUED_CLAIMS, MOST_DAYS } from '../../kernel/tenants/tenant.ts'

export const settings = {
  issuance: tenantSetting({
    schema: Type.Object(
      {
        claims: Type.Array(words(ISSUED_CLAIMS), { minItems: 1, uniqueItems: true }),
        /** For which a credential is valid. */
        days: Type.Integer({ minimum: 1, maximum: MOST_DAYS }),
        /** Whether the hosted page offers it at the end; absent is false: only the integrator does. */
        onPage: Type.Optional(Type.Boolean()),
      },
      strict,
    ),
    must: `must be {"claims": some of ${ISSUED_CLAIMS.join(', ')}, "days": 1 to ${MOST_DAYS}}, and optionally "onPage"`,
    section: 'issuance',
    meaning: 'The tenant’s own credential that is issued after an approval ([wallets](wallets.md)).',
    field: 'own',
  }),
  issuerKey: tenantSetting({
    schema: keyGeneration,
    must: 'is changed by `cli tenants rotate-issuer-key`',
    inConsole: false,
    section: 'issuance',
    meaning: 'Which of its keys signs the credentials that it issues; changed by `tenants rotate-issuer-key`.',
  }),
}

type Settings = typeof settings
declare module '../../kernel/feature-types.ts' {
  interface FeatureSettings extends Settings {}
}
