// The expressions that recheck does not call safe, and those that are put together while the program runs. Each has
// the length of its longest input, with the place of that bound; a test runs it on the worst input of that length.
export const bounded = {
  expressions: {
    '/%[A-Z]{2}[^^?]{1,13}\\^?([^^?]+)\\^/': {
      files: ['src/formats/aamva/read-barcode.ts'],
      length: 2_710,
      reason: 'LONGEST_CODE in the same file: a stripe that is longer than any PDF417 is not searched.',
    },
    '/\\?[^%#?]*[%#].{2}.{11}.{2}.{10}.{4}([MFX129])/s': {
      files: ['src/formats/aamva/read-barcode.ts'],
      length: 2_710,
      reason: 'LONGEST_CODE in the same file. recheck reaches no verdict; by hand it is linear.',
      worst: { pumps: [{ prefix: '', pump: '?%' }], suffix: '' },
    },
    '/(?<!\\d)\\d{1,2}(?:st|nd|rd|th)?[\\s./-]*(?:de\\s)?(?:\\p{L}{3,10}\\.?\\s?[,/-]?\\s?){1,3}(?:del?\\s)?(?:\\d{4}|\\d{2})(?!\\d)/iu':
      {
        files: ['src/vision/document/fields/printed-date.ts'],
        length: 1_000,
        reason: 'LONGEST_LINE in the same file: only the beginning of a longer line is searched.',
      },
  },
  built: {
    'src/platform/objects/s3.ts: new RegExp(`<${name}>([^<]*)</${name}>`)':
      'linear: what it takes ends with the next <. The names are ours.',
    "src/kernel/http/answers.ts: new RegExp( `^${url .replace(/[.+?^${}()|[\\]\\\\]/g, '\\\\$&') .replace(/:\\w+/g, '[^/]+') .replace(/\\*$/, '.*')}$`, )":
      'linear: parts of a path without a slash in them, between slashes. The paths are those of our routes.',
    "src/vision/text/scripts.ts: new RegExp(`\\\\p{Script=${name}}`, 'u')": 'one letter.',
    "src/features/chip/domain/data-groups.ts: new RegExp(`.{${length}}`, 'gs')": 'lines of one length.',
    "src/features/chip/commands/chip.ts: new RegExp(`^(?:(?:EF[._-]?)?${name}|${identifier})(?:\\\\.(?:bin|der))?$`, 'i')":
      'nothing in it repeats.',
    "src/apps/docs-site/highlight.ts: new RegExp(`(?<c>${grammar.comment})|(?<s>${stringsOf(grammar)})|(?<n>\\\\b\\\\d[\\\\d.]*\\\\b)|(?<k>${words})`, 'gm')":
      'linear: what opens and is not closed ends with the line or the text. It reads our own examples, once.',
  },
}
