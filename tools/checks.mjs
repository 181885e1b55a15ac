/** What is checked before any test runs: the types of the service, of the pages, and lint. */
export const checks = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { name: 'types of the pages', args: ['node_modules/typescript/bin/tsc', '-p', 'src/web'] },
  { name: 'types of the client', args: ['node_modules/typescript/bin/tsc', '-p', 'packages/client', '--noEmit'] },
  { name: 'types of the embedding', args: ['node_modules/typescript/bin/tsc', '-p', 'packages/embed', '--noEmit'] },
  {
    name: 'types of the chip reader',
    args: ['node_modules/typescript/bin/tsc', '-p', 'packages/chip-reader', '--noEmit'],
  },
  { name: 'types of the examples', args: ['node_modules/typescript/bin/tsc', '-p', 'docs/examples'] },
  { name: 'lint and format', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
]
