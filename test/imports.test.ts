import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { drawnImports, importGraph, liesIn, source } from './support/import-graph.ts'

const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8')
const [, chart = ''] = /## Imports\n[\s\S]*?```mermaid\n([\s\S]*?)```/.exec(page) ?? []
const drawn = drawnImports(chart)

const graph = importGraph()
const moduleOf = (file: string) => file.split('/')[0] ?? ''
const crossing = [...graph].flatMap(([from, targets]) =>
  targets.filter((to) => moduleOf(from) !== moduleOf(to)).map((to) => ({ from, to })),
)

describe('the picture of the architecture', () => {
  it('shows every import that exists, those of types too', () => {
    const missing = crossing.filter(
      ({ from, to }) => !drawn.some((drawnImport) => liesIn(from, drawnImport.from) && liesIn(to, drawnImport.to)),
    )
    assert.deepEqual(
      missing.map(({ from, to }) => `${from} → ${to}`),
      [],
    )
  })

  it('shows no other', () => {
    const unused = drawn.filter(
      (drawnImport) => !crossing.some(({ from, to }) => liesIn(from, drawnImport.from) && liesIn(to, drawnImport.to)),
    )
    assert.deepEqual(unused, [])
  })

  it('shows every module', () => {
    const modules = new Set([...graph.keys()].map(moduleOf))
    const shown = new Set(drawn.flatMap(({ from, to }) => [moduleOf(from), moduleOf(to)]))
    assert.deepEqual([...modules].sort(), [...shown].sort())
  })
})

describe('the import graph', () => {
  it('has no cycle, not even of types, between modules or inside one', () => {
    const done = new Set<string>()
    const visit = (file: string, path: string[]): string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
      if (done.has(file)) return undefined
      for (const target of graph.get(file) ?? []) {
        const cycle = visit(target, [...path, file])
        if (cycle) return cycle
      }
      done.add(file)
      return undefined
    }
    for (const file of graph.keys()) assert.equal(visit(file, [])?.join(' → '), undefined)
  })

  it('leads from files to files that exist', () => {
    const unknown = [...graph].flatMap(([file, targets]) =>
      targets.filter((target) => !graph.has(target)).map((target) => `${file} → ${target}`),
    )
    assert.deepEqual(unknown, [])
  })

  it('stays inside src: the product does not import the laboratory, the tools or the tests', () => {
    const outside = [...graph].flatMap(([file, targets]) =>
      targets.filter((target) => target.startsWith('..')).map((target) => `${file} → ${target}`),
    )
    assert.deepEqual(outside, [])
  })

  it('keeps the domain pure: no package, no clock, no input or output', () => {
    const isPure = (name: string) => /^(domain|asn1|capabilities\/\w+\/(domain|rules))\//.test(name)
    for (const file of [...graph.keys()].filter(isPure)) {
      const text = readFileSync(join(source, file), 'utf8')
      const outside = [...text.matchAll(/from '([^.][^']*)'/g)].map(([, name]) => name)
      assert.deepEqual(outside, [], file)
      assert.doesNotMatch(text, /Date\.now\(|new Date\(\)|Math\.random\(|process\.|fetch\(/, file)
    }
  })

  it('lets nothing import main.ts but what starts it for the commands', () => {
    const importers = [...graph].filter(([, targets]) => targets.includes('main.ts')).map(([file]) => file)
    assert.deepEqual(importers, ['cli/support/start.ts'])
  })
})

/** The folder of a capability that a file lies in; the lists next to the folders belong to the core. */
const capabilityOf = (file: string): string | undefined => /^capabilities\/(\w+)\//.exec(file)?.[1]

/** Pages show what capabilities have for them: a panel in the console, a step of the hosted page, the types of their routes. */
const isForPages = (from: string, to: string): boolean =>
  /^(web|console|demo|ui)\//.test(from) && /^capabilities\/\w+\/(panel|step|contract)\//.test(to)

describe('a capability', () => {
  it('is imported by no other, and by the core through the lists alone', () => {
    const imported = [...graph].flatMap(([from, targets]) =>
      targets
        .filter((to) => {
          const capability = capabilityOf(to)
          const isOwn = capabilityOf(from) === capability || /^capabilities\/[\w-]+\.ts$/.test(from)
          return capability !== undefined && !isOwn && !isForPages(from, to)
        })
        .map((to) => `${from} → ${to}`),
    )
    assert.deepEqual(imported.sort(), STILL_IMPORTED.sort())
  })

  it('has a descriptor in the list, and a page that says what it is for', () => {
    const folders = new Set([...graph.keys()].map(capabilityOf).filter((name) => name !== undefined))
    const listed = graph.get('capabilities/index.ts')?.map(capabilityOf)
    assert.deepEqual([...folders].sort(), listed?.filter((name) => name !== undefined).sort())
    for (const name of folders) assert.ok(existsSync(join(source, 'capabilities', name, 'README.md')), name)
  })
})

describe('an import in the picture', () => {
  it('goes from node to node, several at once and in a row', () => {
    assert.deepEqual(
      drawnImports('flowchart LR\n  a & b --> c[x/c] --> d\n  subgraph s\n  end\n  d -- implements --> c'),
      [
        { from: 'a', to: 'x/c' },
        { from: 'b', to: 'x/c' },
        { from: 'x/c', to: 'd' },
        { from: 'd', to: 'x/c' },
      ],
    )
  })
})

/** What is still to be turned around, import by import. A line may go and none may come. */
const STILL_IMPORTED = [
  'actions/admin/tenant-settings.ts → capabilities/issuance/domain/issuance-settings.ts',
  'actions/admin/tenant-settings.ts → capabilities/screening/domain/list-entry.ts',
  'actions/admin/use-policy.ts → capabilities/challenge/domain/asks-challenge.ts',
  'actions/enrol/complete-session.ts → capabilities/screening/actions/screen-session.ts',
  'actions/enrol/create-session.ts → capabilities/age/domain/age.ts',
  'actions/enrol/create-session.ts → capabilities/returning/domain/person.ts',
  'actions/enrol/create-session.ts → capabilities/returning/domain/returning.ts',
  'actions/enrol/decide-session.ts → capabilities/age/settle-age.ts',
  'actions/enrol/decide-session.ts → capabilities/challenge/domain/asks-challenge.ts',
  'actions/enrol/decide-session.ts → capabilities/duplicates/find-duplicates.ts',
  'actions/enrol/decide-session.ts → capabilities/screening/actions/screen-session.ts',
  'actions/enrol/send-to-reviewer.ts → capabilities/screening/actions/screen-session.ts',
  'actions/enrol/submit-face.ts → capabilities/age/domain/age.ts',
  'actions/enrol/submit-face.ts → capabilities/challenge/answer-challenge.ts',
  'actions/jobs/sweep.ts → capabilities/age/settle-age.ts',
  'actions/ports/sessions.ts → capabilities/screening/ports/screening.ts',
  'actions/results/evidence-bundle.ts → capabilities/chip/chips.ts',
  'actions/results/export-person.ts → capabilities/screening/actions/blocklist.ts',
  'actions/results/verify-evidence.ts → capabilities/chip/chips.ts',
  'actions/results/verify-evidence.ts → capabilities/wallet/wallets.ts',
  'actions/review/act-on-case.ts → capabilities/age/domain/settle-age.ts',
  'actions/review/act-on-case.ts → capabilities/age/settle-age.ts',
  'actions/review/open-case.ts → capabilities/duplicates/compare-pair.ts',
  'actions/review/open-case.ts → capabilities/issuance/issued-credentials.ts',
  'capabilities/issuance/data-routes.ts → capabilities/wallet/contract/credential.ts',
  'capabilities/issuance/data-routes.ts → capabilities/wallet/present-credential.ts',
  'capabilities/issuance/issuer.ts → capabilities/wallet/verify/presentation.ts',
  'capabilities/issuance/judge-issued.ts → capabilities/returning/domain/person.ts',
  'capabilities/issuance/judge-issued.ts → capabilities/returning/domain/returning.ts',
  'capabilities/issuance/judge-issued.ts → capabilities/wallet/wallets.ts',
  'capabilities/returning/domain/returning.ts → capabilities/issuance/domain/issued-credential.ts',
  'capabilities/screening/actions/screen-session.ts → capabilities/duplicates/find-duplicates.ts',
  'capabilities/wallet/contract/credential-result.ts → capabilities/chip/contract/chip-result.ts',
  'capabilities/wallet/draw-wallet-request.ts → capabilities/issuance/credential-issuer.ts',
  'capabilities/wallet/enrolment-routes.ts → capabilities/issuance/offer-credential.ts',
  'capabilities/wallet/present-credential.ts → capabilities/issuance/issued-credentials.ts',
  'capabilities/wallet/submit-credential.ts → capabilities/issuance/credential-issuer.ts',
  'capabilities/wallet/submit-credential.ts → capabilities/issuance/judge-issued.ts',
  'capabilities/wallet/submit-credential.ts → capabilities/returning/domain/person.ts',
  'cli/commands/person.ts → capabilities/duplicates/compare-pair.ts',
  'cli/commands/person.ts → capabilities/screening/actions/blocklist.ts',
  'cli/commands/tenants.ts → capabilities/issuance/rotate-issuer-key.ts',
  'cli/commands/trust.ts → capabilities/wallet/verify/stored-trust.ts',
  'cli/commands/verify-evidence.ts → capabilities/chip/verify/check-signed-files.ts',
  'cli/commands/verify-evidence.ts → capabilities/seal/verify/check-kept-seal.ts',
  'cli/commands/verify-evidence.ts → capabilities/wallet/verify/check-presentation.ts',
  'contract/console/console-case.ts → capabilities/screening/contract/watchlist.ts',
  'contract/enrolment/face.ts → capabilities/challenge/contract/challenge.ts',
  'domain/decision/evidence.ts → capabilities/returning/domain/returning.ts',
  'domain/decision/evidence.ts → capabilities/screening/domain/evidence.ts',
  'domain/face/challenge/judge-challenge.ts → capabilities/challenge/domain/draw.ts',
  'domain/proofs/chip-reading.ts → capabilities/chip/domain/chip-result.ts',
  'domain/proofs/chip-reading.ts → capabilities/chip/domain/data-groups.ts',
  'domain/proofs/credential-reading.ts → capabilities/wallet/domain/accepted-credentials.ts',
  'domain/proofs/credential-reading.ts → capabilities/wallet/domain/credential-result.ts',
  'domain/proofs/credential-reading.ts → capabilities/wallet/domain/wallet-request.ts',
  'domain/tenant.ts → capabilities/issuance/domain/issuance-settings.ts',
  'http/input/challenge-input.ts → capabilities/challenge/answer-challenge.ts',
  'http/input/challenge-input.ts → capabilities/challenge/contract/challenge.ts',
  'http/present/present-case.ts → capabilities/duplicates/present-pairs.ts',
  'http/present/present-case.ts → capabilities/screening/present-watchlist.ts',
  'http/present/present-case.ts → capabilities/taught/domain/may-teach.ts',
  'http/present/present-case.ts → capabilities/wallet/present-credential.ts',
  'http/present/present-enrolment.ts → capabilities/wallet/domain/wallet-request.ts',
  'http/routes/console/console-cases.ts → capabilities/duplicates/routes.ts',
  'http/routes/console/console-cases.ts → capabilities/issuance/issue-credential.ts',
  'http/routes/console/console-cases.ts → capabilities/screening/actions/answer-hit.ts',
  'http/routes/console/console-cases.ts → capabilities/screening/contract/watchlist.ts',
  'http/routes/console/console-overview.ts → capabilities/screening/actions/list-sources.ts',
  'http/routes/console/console-tenants.ts → capabilities/screening/domain/match.ts',
  'http/routes/enrolment/hosted.ts → capabilities/challenge/domain/asks-challenge.ts',
  'http/routes/review/review.ts → capabilities/duplicates/routes.ts',
]
