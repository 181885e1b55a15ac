/** What is checked before any test runs: types, exports that nothing imports, and lint. */
export const checks = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { name: 'types of the pages', args: ['node_modules/typescript/bin/tsc', '-p', 'src/apps'] },
  { name: 'types of the client', args: ['node_modules/typescript/bin/tsc', '-p', 'packages/client', '--noEmit'] },
  { name: 'types of the embedding', args: ['node_modules/typescript/bin/tsc', '-p', 'packages/embed', '--noEmit'] },
  {
    name: 'types of the chip reader',
    args: ['node_modules/typescript/bin/tsc', '-p', 'packages/chip-reader', '--noEmit'],
  },
  {
    name: 'types of the chip reader’s examples',
    args: ['node_modules/typescript/bin/tsc', '-p', 'packages/chip-reader/examples'],
  },
  { name: 'types of the examples', args: ['node_modules/typescript/bin/tsc', '-p', 'docs/examples'] },
  { name: 'exports', args: ['tools/unused-exports.mjs'] },
  { name: 'lint and format', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
]
