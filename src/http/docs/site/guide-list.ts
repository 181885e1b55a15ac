/** The guides in the order of docs/README.md; what is not named here stands under the last heading. */
export const GUIDE_GROUPS: readonly { title: string; files: readonly string[] }[] = [
  { title: 'Quick start', files: ['README.md', 'docs/quick-start.md', 'docs/test-outcomes.md'] },
  {
    title: 'Concepts',
    files: [
      'docs/flows.md',
      'docs/trust-factors.md',
      'docs/chip.md',
      'docs/seals.md',
      'docs/wallets.md',
      'docs/screening.md',
      'docs/privacy.md',
    ],
  },
  {
    title: 'Integrate',
    files: [
      'docs/examples/README.md',
      'docs/hosted-page.md',
      'docs/webhooks.md',
      'packages/client/README.md',
      'packages/embed/README.md',
      'packages/chip-reader/README.md',
      'docs/errors.md',
      'docs/mobile.md',
      'docs/migrating.md',
      'docs/specimens.md',
    ],
  },
  {
    title: 'Operate',
    files: [
      'docs/going-live.md',
      'docs/operations.md',
      'docs/stability.md',
      'docs/monitoring.md',
      'deploy/README.md',
      'docs/console.md',
      'docs/security.md',
      'docs/performance.md',
      'docs/load-tests.md',
      'docs/scale.md',
    ],
  },
  {
    title: 'Reference',
    files: [
      'docs/settings.md',
      'docs/commands.md',
      'docs/documents.md',
      'docs/personal-numbers.md',
      'docs/accuracy.md',
      'docs/accuracy-documents.md',
      'docs/accuracy-faces.md',
      'docs/accuracy-forgery.md',
      'docs/accuracy-page.md',
      'docs/iso-report.md',
    ],
  },
  {
    title: 'Internals',
    files: [
      'docs/architecture.md',
      'docs/glossary.md',
      'docs/adding-a-factor.md',
      'docs/adding-a-check.md',
      'docs/adding-a-document.md',
      'docs/adding-a-model.md',
      'docs/adding-an-endpoint.md',
      'docs/adding-a-command.md',
      'docs/adding-a-capability.md',
      'docs/language.md',
    ],
  },
]

/** What stands in no group. Decisions are found by search and by links. */
export const REST = 'More'
export const UNLISTED = /^docs\/decisions\//
