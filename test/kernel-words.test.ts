import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { source } from './support/import-graph.ts'

const WORDS = /chip|wallet|screening|taught|challenge|duplicate|issuance|scim|openid/i
/** Not a call of the function that encrypts, and not what is sealed. */
const SEAL = /\bseals?\b(?!\()|[a-z]Seals?\b|\bSEAL|\bSeals?[A-Z]/
/** Not the clause of a statement. */
const RETURNING = /\breturning\b(?!\()|Returning[A-Z]/
const ENCRYPTION = /^import .*keys\/seal\.ts'/

const namesFeature = (line: string): boolean =>
  !ENCRYPTION.test(line) && (WORDS.test(line) || SEAL.test(line) || RETURNING.test(line))

/**
 * The lines of each file that still name a feature, by the reason why. A number only gets smaller, and no file is
 * added. The texts of the hosted page keep their keys, and are not counted.
 */
const ALLOWED: readonly { because: string; files: Record<string, number> }[] = [
  {
    because: 'Left to be moved to its feature, or said without it.',
    files: {
      'kernel/decision/assurance.ts': 9,
      'kernel/decision/change-policy.ts': 3,
      'kernel/decision/evidence.ts': 10,
      'kernel/decision/factors/capture-integrity.ts': 17,
      'kernel/decision/factors/factor.ts': 2,
      'kernel/decision/findings.ts': 5,
      'kernel/decision/live-rule.ts': 2,
      'kernel/decision/proof.ts': 1,
      'kernel/evidence/claims.ts': 1,
      'kernel/evidence/document/document.ts': 2,
      'kernel/evidence/evidence-names.ts': 2,
      'kernel/evidence/face/forget-face.ts': 7,
      'kernel/evidence/intake.ts': 1,
      'kernel/feature-types.ts': 1,
      'kernel/http/console.ts': 1,
      'kernel/operations/routes/operations.ts': 1,
      'kernel/ports/accounts.ts': 2,
      'kernel/ports/audit.ts': 1,
      'kernel/ports/images.ts': 1,
      'kernel/results/export-person.ts': 2,
      'kernel/results/routes/data.ts': 1,
      'kernel/review/ask-new-picture.ts': 2,
      'kernel/review/case-part.ts': 1,
      'kernel/review/present-case.ts': 3,
      'kernel/review/review-words.ts': 1,
      'kernel/session/allowed.ts': 16,
      'kernel/session/asks-challenge.ts': 14,
      'kernel/session/complete-session.ts': 2,
      'kernel/session/create-session.ts': 4,
      'kernel/session/decide-session.ts': 3,
      'kernel/session/flow.ts': 3,
      'kernel/session/give-consent.ts': 1,
      'kernel/session/present-enrolment.ts': 11,
      'kernel/session/routes/complete.ts': 2,
      'kernel/session/routes/hosted.ts': 3,
      'kernel/session/routes/initialize.ts': 4,
      'kernel/session/session-part.ts': 3,
      'kernel/session/session.ts': 8,
      'kernel/session/tables/fingerprints.ts': 2,
      'kernel/storage/feature-storage.ts': 1,
      'kernel/storage/open.ts': 2,
      'kernel/trust/open-trust-files.ts': 1,
      'kernel/trust/trust-folder.ts': 1,
      'kernel/trust/trust.ts': 6,
      'kernel/vocabulary.ts': 15,
    },
  },
  {
    because: 'Settings of a tenant or of the installation, with the names that they have outside.',
    files: {
      'kernel/config.ts': 26,
      'kernel/setup/read-setup.ts': 2,
      'kernel/setup/setup.ts': 8,
      'kernel/tenants/tenant.ts': 2,
    },
  },
  {
    because: 'Names of the interface, of the audit log and of stored items, which stay.',
    files: {
      'kernel/audit/audit-actions.ts': 13,
      'kernel/contract/console-words.ts': 1,
      'kernel/evidence/contract/pictures.ts': 3,
      'kernel/figures/contract/console-overview.ts': 1,
      'kernel/http/problems.ts': 2,
      'kernel/ports/trusted-items.ts': 11,
      'kernel/results/contract/results.ts': 4,
      'kernel/results/evidence-format.ts': 3,
      'kernel/results/read-results.ts': 2,
      'kernel/review/contract/console-case.ts': 3,
      'kernel/session/contract/complete.ts': 1,
      'kernel/session/contract/enrolment-state.ts': 8,
      'kernel/session/contract/events.ts': 1,
      'kernel/session/contract/session.ts': 2,
      'kernel/tenants/contract/console-settings.ts': 4,
      'kernel/trust/tables/trusted-items.ts': 6,
    },
  },
  {
    because: 'Names of tables and columns, as they were migrated, and the types that follow from them.',
    files: {
      'kernel/storage/column-meanings.ts': 13,
      'kernel/storage/tables.ts': 8,
      'kernel/storage/migrations/version-0.2.ts': 3,
      'kernel/storage/migrations/version-1.0.ts': 5,
      'kernel/storage/migrations/version-1.1.ts': 11,
    },
  },
  {
    because: 'Reviewers sign in over OpenID Connect.',
    files: {
      'kernel/accounts/auth/console-auth.ts': 1,
      'kernel/accounts/auth/oidc.ts': 16,
      'kernel/accounts/logout-token.ts': 2,
      'kernel/accounts/routes/console-sign-in.ts': 3,
      'kernel/accounts/sign-in-with-provider.ts': 1,
      'kernel/accounts/tables/login-failures.ts': 1,
    },
  },
  {
    because: 'The word in another sense: encryption, ASN.1, what happens twice.',
    files: {
      'kernel/evidence/sealed.ts': 1,
      'kernel/rights/signed-rows.ts': 10,
      'kernel/session/tables/bind-sessions.ts': 2,
      'kernel/session/tables/session-row.ts': 1,
    },
  },
]

describe('the kernel and the formats', () => {
  it('name a feature in no more lines than are listed', () => {
    const counted = globSync('{kernel,formats}/**/*.ts', { cwd: source }).flatMap((file) => {
      const lines = readFileSync(join(source, file), 'utf8').split('\n').filter(namesFeature).length
      return lines ? [[file, lines] as const] : []
    })
    const allowed = ALLOWED.flatMap(({ files }) => Object.entries(files))
    assert.deepEqual(Object.fromEntries(counted.toSorted()), Object.fromEntries(allowed.toSorted()))
  })
})
