import { setTimeout as wait } from 'node:timers/promises'
import { createCredential, revokeCredential } from '../../../kernel/accounts/credentials.ts'
import { type Config, readConfig } from '../../../kernel/config.ts'
import type { ExplanationResponse } from '../../../kernel/decision/contract/decision.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { isHttpUrl, programName, UsageError } from '../../../platform/cli/usage.ts'
import { demonstrationPicture } from '../../demo/server/demo.ts'
import { startHere, stopWhenAsked } from '../support/start.ts'
import { TEST_OUTCOMES } from '../try/outcomes.ts'
import { CannotPlay, type Play, type Played, play, type Target } from '../try/play.ts'

/** How long to wait for a service that is just starting. */
const PATIENCE_MS = 60_000

/** The address of the service that listens on this port of the machine; undefined if none does. */
async function findService(port: number): Promise<string | undefined> {
  if (port === 0) return undefined
  const address = `http://127.0.0.1:${port}`
  const last = Date.now() + PATIENCE_MS
  for (;;) {
    const response = await fetch(`${address}/healthz`, { redirect: 'manual' }).catch(() => undefined)
    if (!response) return undefined
    const answer = (await response.json().catch(() => undefined)) as { status?: unknown; code?: unknown } | undefined
    if (response.status === 200 && answer?.status === 'ready') return address
    if (response.status !== 503 || answer?.code !== 'SERVICE_UNAVAILABLE')
      throw new UsageError(`something else listens on port ${port}: set PORT to another`)
    if (Date.now() > last) throw new UsageError(`the service on port ${port} is not ready: see ${address}/healthz`)
    await wait(500)
  }
}

const WIDTH = 100

/** A call and its answer in two lines. */
function describeCall({ method, path, sent, httpStatus, answer, milliseconds }: Played): string {
  const request = `${method.padEnd(4)} ${path}${sent ? `  ${sent}` : ''}`
  return `  ${request}\n       ${httpStatus} ${shorten(answer)}  (${milliseconds} ms)\n`
}

interface EndOptions {
  /** Where the person who tries it finds the service. */
  url: string
  isExpected: boolean
  hasDemo: boolean
  /** How this command was called. */
  command: string
}

/** How it ended, why, where to look at it, and what to do next. */
function describeEnd(play: Play, { url, isExpected, hasDemo, command }: EndOptions): string {
  const { sessionId, ended, status, explanation } = play
  const lines = ['', ended === status ? ended : `${ended} (the session is ${status})`]
  if (explanation) lines.push(...factorLines(explanation))
  if (status === 'WAITING_FOR_MANUAL_APPROVE')
    lines.push('A reviewer decides; score and factors can be read in the console now, over the API afterwards.')
  if (!isExpected) lines.push('', `This is not what docs/test-outcomes.md says of it.`)
  lines.push('', `in the console  ${url}/console/sessions/${sessionId}`)
  const other = ended === 'AUTO_APPROVED' ? 'expired' : 'approved'
  const next = [
    [`${command} --fault ${other}`, `another outcome; ${command} --list names all`],
    ...(hasDemo ? [[`${url}/demo`, 'the hosted page, with your own camera'] as const] : []),
    [`${url}/docs/guides/quick-start`, 'the same calls with curl'],
  ] as const
  lines.push('', 'Next:', ...next.map(([what, why]) => `  ${what.padEnd(44)} ${why}`))
  return `${lines.join('\n')}\n`
}

function listOutcomes(): string {
  const rows = Object.entries(TEST_OUTCOMES).map(
    ([name, { shows, ends }]) => `  ${name.padEnd(18)} ${ends.join(' or ').padEnd(44)} ${shows}`,
  )
  return rows.join('\n')
}

function factorLines({ decision, factors }: ExplanationResponse): string[] {
  const rows = factors
    .filter(({ level }) => level !== 'UNAVAILABLE')
    .map(({ name, level, score, reason }) => {
      const figures = score === undefined ? '' : String(Math.round(score))
      return `  ${name.padEnd(27)} ${level.padEnd(8)} ${figures.padStart(4)}  ${reason}`
    })
  return [`score ${decision.score}, level ${decision.level}`, '', ...rows]
}

/** Tokens are left out, and long values are cut. */
function shorten(answer: Record<string, unknown>): string {
  const { accessToken, factors: _, ...rest } = answer
  const text = JSON.stringify({ ...rest, ...(accessToken === undefined ? {} : { accessToken: '…' }) }).replace(
    /token=[\w.-]+/,
    'token=…',
  )
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text
}

export const command = defineCommand({
  summary: 'play a session in test mode, and show the result',
  details: `Sends pictures that come with the product. If no service runs on this machine, it starts one on the data folder of
the settings; in a terminal that one runs until Ctrl-C. docs/test-outcomes.md lists every outcome.`,
  staysUp: true,
  printsItself: { json: true },
  options: {
    fault: {
      type: 'string',
      value: 'NAME',
      choices: Object.keys(TEST_OUTCOMES),
      default: 'approved',
      description: 'another outcome than an approval',
    },
    openid: { type: 'boolean', description: 'a whole sign-in with OpenID Connect, in place of a session' },
    list: { type: 'boolean', description: 'list every outcome by name, and play none' },
    url: {
      type: 'string',
      value: 'URL',
      description: 'a service elsewhere, with a test credential in LIMEN_USERNAME and LIMEN_PASSWORD',
    },
    stop: { type: 'boolean', description: 'end the service that this command started, in a terminal too' },
  },
  run: async ({ options, json }) => {
    if (!options.list) return playOutcome({ ...options, json })
    process.stdout.write(json ? `${JSON.stringify(TEST_OUTCOMES, undefined, 2)}\n` : `${listOutcomes()}\n`)
    return 0
  },
})

interface Asked {
  fault: string
  openid: boolean
  url: string | undefined
  stop: boolean
  json: boolean
}

/** Answers 0 when it ended as docs/test-outcomes.md says. */
async function playOutcome({ fault: name, openid, url: given, stop, json }: Asked): Promise<number> {
  const outcome = TEST_OUTCOMES[name]
  if (!outcome) throw new Error(`there is no outcome '${name}'`)
  const config = quiet(readConfig(process.env))
  const terminal = json ? process.stderr : process.stdout
  const say = (text: string) => terminal.write(text)
  const url = given ?? process.env.LIMEN_URL
  if (url !== undefined && !isHttpUrl(url))
    throw new UsageError(`${given ? '--url' : 'LIMEN_URL'} takes an http or https address, not '${url}'`)
  const found = url ?? (await findService(config.port))
  const service = found ? undefined : await startHere(config, terminal)
  const address = (found ?? reachable(service?.address ?? '')).replace(/(?<!\/)\/+$/, '')
  /** Ends what this command started, or says that it goes on. */
  const leave = async (code: number): Promise<number> => {
    if (!service) return code
    if (stop || json || !process.stdin.isTTY) {
      await service.close()
      return code
    }
    say('\nThe service keeps running; Ctrl-C ends it, npm start starts it again.\n')
    stopWhenAsked(service, config)
    return code
  }
  if (openid) {
    const { trySignIn } = await import('../try/try-sign-in.ts')
    say(`\na sign-in with OpenID Connect, at ${address}\n\n`)
    const signedIn = await trySignIn(address, `${config.baseUrl}/openid`, say).catch(async (error: unknown) => {
      await service?.close()
      throw error
    })
    if (json) process.stdout.write(`${JSON.stringify(signedIn ?? {}, undefined, 2)}\n`)
    else if (signedIn)
      for (const [name, value] of Object.entries(signedIn)) say(`\n${name} ${JSON.stringify(value, undefined, 2)}\n`)
    say('\nNext: limen openid clients create, and docs/openid.md\n')
    return leave(signedIn ? 0 : 1)
  }
  const played = await withCredential(address, (target) => {
    say(`\n${name}: ${outcome.shows}, at ${address}\n\n`)
    return play(target, outcome, { picture: demonstrationPicture, onCall: (call) => say(describeCall(call)) })
  }).catch(async (error: unknown) => {
    await service?.close()
    throw error instanceof CannotPlay ? new UsageError(error.message) : error
  })
  const hasDemo = await fetch(`${address}/demo`).then(({ ok }) => ok)
  const isExpected = outcome.ends.some((each) => each === played.ended)
  const seenAt = url || config.port === 0 ? address : config.baseUrl
  if (json) process.stdout.write(`${JSON.stringify({ ...played, isExpected }, undefined, 2)}\n`)
  say(describeEnd(played, { url: seenAt, isExpected, hasDemo, command: commandName() }))
  return leave(isExpected ? 0 : 1)
}

/** The log of a service that is started only for a trial would clutter the calls. */
const quiet = (config: Config): Config => ({ ...config, logLevel: process.env.LOG_LEVEL ? config.logLevel : 'warn' })

/** A service on this machine listens on all its addresses; the loopback address is used. */
function reachable(address: string): string {
  const { port } = new URL(address)
  return `http://127.0.0.1:${port}`
}

/**
 * The credential of the environment, or one for this run only, made where the service keeps its data and revoked
 * afterwards.
 */
async function withCredential<Value>(url: string, use: (target: Target) => Promise<Value>): Promise<Value> {
  const { LIMEN_USERNAME: username, LIMEN_PASSWORD: password } = process.env
  if (username && password) return use({ url, username, password })
  const wanted = { tenant: 'default', mode: 'test', label: 'limen try', actor: ACTOR } as const
  const created = await withStorage((ports) => createCredential(ports, wanted))
  if (!created.ok) throw elsewhere(url) // this folder is empty, so the service cannot be using it
  try {
    return await use({ url, ...created.value })
  } catch (error) {
    if (!(error instanceof CannotPlay && error.status === 401)) throw error
    throw elsewhere(url)
  } finally {
    await withStorage((ports) => revokeCredential(ports, created.value.username, ACTOR))
  }
}

const elsewhere = (url: string) =>
  new UsageError(
    `the service at ${url} keeps its data elsewhere than these settings say: give LIMEN_USERNAME and LIMEN_PASSWORD`,
  )

/** The command as it has to be typed in the caller's context. */
const commandName = (): string =>
  process.env.npm_lifecycle_event === 'try' ? 'npm run try --' : `${programName()} try`
