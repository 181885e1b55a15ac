/** The guides in the order in which somebody needs them; what is not named here stands under the last heading. */
export const GUIDE_GROUPS: readonly { title: string; files: readonly string[] }[] = [
  { title: 'Begin', files: ['docs/quick-start.md', 'docs/test-outcomes.md'] },
  {
    title: 'Integrate',
    files: [
      'docs/examples/README.md',
      'docs/hosted-page.md',
      'packages/client/README.md',
      'packages/embed/README.md',
      'docs/mobile.md',
      'docs/migrating.md',
      'docs/specimens.md',
    ],
  },
  {
    title: 'Run',
    files: ['docs/going-live.md', 'docs/operations.md', 'deploy/README.md', 'docs/security.md', 'docs/privacy.md'],
  },
  {
    title: 'Decide',
    files: ['docs/trust-factors.md', 'docs/console.md', 'docs/documents.md', 'docs/personal-numbers.md'],
  },
  {
    title: 'Figures',
    files: [
      'docs/accuracy.md',
      'docs/accuracy-documents.md',
      'docs/accuracy-faces.md',
      'docs/accuracy-forgery.md',
      'docs/accuracy-page.md',
      'docs/accuracy-cost.md',
    ],
  },
  {
    title: 'Extend',
    files: [
      'docs/architecture.md',
      'docs/adding-a-factor.md',
      'docs/adding-a-document.md',
      'docs/adding-a-model.md',
      'docs/adding-an-endpoint.md',
      'docs/language.md',
    ],
  },
]

/** What stands in no group. Decisions are found by search and by links. */
export const REST = 'More'
export const UNLISTED = /^docs\/decisions\//
