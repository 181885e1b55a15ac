import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { importGraph, source } from './support/import-graph.ts'

/** What anybody may ask of a port. Every other call is for the actions, which know the rules and keep the audit log. */
const reading: Record<string, string[]> = {
  sessions: ['peek', 'countByStatus'],
  tenants: ['load', 'all'],
  credentials: ['find', 'list', 'touch'], // the moment of its last use: every request leaves it, and no rule asks for it
  reviewers: ['byUsername', 'list'],
  outbox: ['list', 'attempts', 'find', 'backlog'],
  policies: ['current', 'history'],
  reviews: ['waiting', 'tally'],
  figures: ['perDay', 'levels', 'reviewers', 'timesToDecide', 'captures', 'refusals'],
  signingKeys: ['all', 'find'],
  audit: ['search'],
  documentModels: ['list', 'published'],
  issuedCredentials: ['ofSession', 'oldestKey', 'revokedIn'],
  pairAnswers: ['of'],
  openIdClients: ['any', 'find', 'list'],
  trustedItems: ['all', 'ofCountry', 'ofWallets', 'ofSeals', 'hasSeals', 'signersOf'],
  listRuns: ['runs', 'alerts'],
  listSources: ['all'],
  blocklist: ['all'],
  watchlists: ['all', 'entries', 'changedEntries', 'findEntry', 'postingCounts', 'postings'],
  installation: ['verifyBackup', 'unsignedRows'],
  engine: ['ready', 'close'],
}

/** The kernel's and the features' actions and tables; routes, commands, panels and answers only call them. */
const isAction = (file: string): boolean =>
  /^(kernel|features)\/[\w-]+\//.test(file) &&
  !/^kernel\/(accounts\/auth|contract|http|operations\/routes)\//.test(file) &&
  !/\/(routes|commands|panel|contract)\/|routes\.ts$|\/(feature|doctor)\.ts$|\/present/.test(file)

const isPort = (file: string): boolean =>
  /^kernel\/ports\/|^features\/\w+\/(ports\/|(pair-answers|issued-credentials|wallet-requests)\.ts)/.test(file)

describe('the entry point', () => {
  const files = [...importGraph().keys()]
  const textOf = (file: string) => readFileSync(join(source, file), 'utf8')
  const names = (file: string, form: RegExp) => [...textOf(file).matchAll(form)].map(([, name = '']) => name)

  const ports = [
    ...names('kernel/ports/ports.ts', /^ {2}(\w+): /gm),
    ...files.flatMap((file) =>
      [...textOf(file).matchAll(/^ {2}interface FeaturePorts \{\n([^}]*)/gm)].flatMap(([, fields = '']) =>
        [...fields.matchAll(/^ {4}(\w+): /gm)].map(([, name = '']) => name),
      ),
    ),
  ]
  const methods = files.filter((file) => isPort(file)).flatMap((file) => names(file, /^ {2}(\w+)\(/gm))
  const call = new RegExp(String.raw`\b(${ports.join('|')})\.(${[...new Set(methods)].join('|')})\(`, 'g')

  it('is the actions: nothing else changes what is stored or writes to the audit log', () => {
    assert.ok(ports.includes('audit') && methods.includes('record'))
    const around = files
      .filter((file) => !isAction(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(call)]
          .filter(([, port = '', method = '']) => !reading[port]?.includes(method))
          .map(([found]) => `${file}: ${found})`),
      )
    assert.deepEqual(around, [])
  })
})
