import { useState } from 'preact/hooks'
import { ask } from '../../../apps/console/api.ts'
import { ModeBadge } from '../../../apps/console/parts.tsx'
import { ShownOnceDialog } from '../../../apps/console/settings/shown-once.tsx'
import type { ToolProps } from '../../../apps/console/settings/tenant-choice.tsx'
import { Button } from '../../../apps/ui/button.tsx'
import { Confirm, Dialog } from '../../../apps/ui/dialog.tsx'
import { Choice, Field, Form, Ticks } from '../../../apps/ui/form.tsx'
import { dataUrlOf } from '../../../apps/ui/read-file.ts'
import { Answered, Dot, Empty } from '../../../apps/ui/states.tsx'
import { actions, type Column, Table } from '../../../apps/ui/table.tsx'
import { useAnswer } from '../../../apps/ui/use-answer.ts'
import { atTime } from '../../../apps/ui/words.ts'
import { LOGO_RULE } from '../../../kernel/contract/logo.ts'
import type { Assurance } from '../../../kernel/decision/levels.ts'
import type { Mode } from '../../../kernel/session/session-words.ts'
import type { ClientEntry, ClientLook, ClientMade, ClientRequest } from '../contract/clients.ts'

const CLIENTS = 'openid/clients'
const readClients = () => ask<ClientEntry[]>('GET', CLIENTS)

/** The services that people sign in to with a verified identity. The command line also takes keys and FAPI 2.0. */
export function Clients({ mode, tenant }: ToolProps) {
  const list = useAnswer(readClients, [])
  const [made, setMade] = useState<ClientMade>()
  const [changing, setChanging] = useState<ClientEntry>()
  const [leaving, setLeaving] = useState<ClientEntry>()

  const create = async (wanted: ClientRequest) => {
    setMade(await ask<ClientMade>('POST', CLIENTS, wanted))
    list.again()
  }
  const change = async ({ id }: ClientEntry, look: ClientLook) => {
    await ask<void>('PATCH', `${CLIENTS}/${encodeURIComponent(id)}`, look)
    setChanging(undefined)
    list.again()
  }
  const revoke = async ({ id }: ClientEntry) => {
    await ask<void>('DELETE', `${CLIENTS}/${encodeURIComponent(id)}`)
    setLeaving(undefined)
    list.again()
  }
  return (
    <>
      <NewClient key={tenant.id} shown={mode} tenant={tenant.id} flows={Object.keys(tenant.flows)} create={create} />
      <Answered asked={list} what="services" lines={4}>
        {(entries) =>
          entries.length ? (
            <Table rows={entries} columns={columns(setChanging, setLeaving)} keyOf={({ id }) => id} />
          ) : (
            <Empty picture="keys" title="No services">
              A service that speaks OpenID Connect, such as a shop or an identity broker, signs people in here with a
              verified identity.
            </Empty>
          )
        }
      </Answered>
      {made && (
        <ShownOnceDialog
          made={{ username: made.id, password: made.secret ?? '' }}
          words={['Client ID', 'Client secret']}
          close={() => setMade(undefined)}
        >
          <div>
            <dt>Issuer</dt>
            <dd class="mono">{made.issuer}</dd>
          </div>
        </ShownOnceDialog>
      )}
      {changing && (
        <Dialog title={`What people see of ${changing.name}`} close={() => setChanging(undefined)}>
          <Look client={changing} change={(look) => change(changing, look)} />
        </Dialog>
      )}
      {leaving && (
        <Confirm
          title={`Revoke ${leaving.name}?`}
          yes="Revoke"
          no="Cancel"
          act={() => revoke(leaving)}
          close={() => setLeaving(undefined)}
        >
          Nobody can sign in to it from now on, and what it was given ends. This cannot be undone.
        </Confirm>
      )}
    </>
  )
}

function Look({ client, change }: { client: ClientEntry; change: (look: ClientLook) => Promise<void> }) {
  const [name, setName] = useState(client.name)
  const [logo, setLogo] = useState<string>()
  const shown = logo ?? client.logoUrl
  const send = () => change({ name: name.trim(), ...(logo !== undefined && { logo }) })
  return (
    <Form word="Save" isPrimary disabled={name.trim() === ''} send={send}>
      <Field label="Name that people see" value={name} maxLength={80} write={setName} />
      <LogoField take={setLogo} />
      {shown ? <img class="logo" src={shown} alt="The logo" /> : null}
      {shown ? <Button class="small-button" word="Remove the logo" act={() => setLogo('')} /> : null}
    </Form>
  )
}

function LogoField({ take }: { take: (logo: string) => void }) {
  const read = async (file: File | undefined) => {
    if (file) take(await dataUrlOf(file))
  }
  return (
    <label>
      Logo ({LOGO_RULE})
      <input
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => read(event.currentTarget.files?.[0])}
      />
    </label>
  )
}

interface NewClientProps {
  shown: Mode
  tenant: string
  /** The tenant's own. */
  flows: readonly string[]
  create: (wanted: ClientRequest) => Promise<void>
}

function NewClient({ shown, tenant, flows, create }: NewClientProps) {
  const [name, setName] = useState('')
  const [logo, setLogo] = useState('')
  const [sent, setSent] = useState(0)
  const [redirectUri, setRedirectUri] = useState('')
  const [mode, setMode] = useState(shown)
  const [flow, setFlow] = useState('identity')
  const [assurance, setAssurance] = useState<Assurance>('high')
  const [onReferral, setOnReferral] = useState<ClientEntry['onReferral']>('return')
  const [claims, setClaims] = useState<readonly string[]>(['family_name', 'given_name', 'birthdate', 'verified_claims'])
  const send = async () => {
    const redirectUris = [redirectUri.trim()]
    const chosen = { flow, assurance, onReferral, claims: [...claims] }
    await create({ tenant, mode, name: name.trim(), ...(logo && { logo }), redirectUris, ...chosen })
    setName('')
    setLogo('')
    setSent(sent + 1)
    setRedirectUri('')
  }
  const isReady = name.trim() !== '' && redirectUri.trim() !== '' && claims.length > 0
  return (
    <Form word="New service" isPrimary disabled={!isReady} send={send}>
      <Field label="Name that people see" width="narrow" value={name} maxLength={80} write={setName} />
      <LogoField key={sent} take={setLogo} />
      <Field
        label="Redirect URI"
        value={redirectUri}
        maxLength={500}
        placeholder="https://shop.example/callback"
        write={setRedirectUri}
      />
      <Choice label="Mode" options={MODES} value={mode} choose={setMode} />
      <Choice
        label="Flow"
        options={[...FLOWS, ...flows.map((own) => [own, own] as const)]}
        value={flow}
        choose={setFlow}
      />
      <Choice label="Least level of assurance" options={LEVELS} value={assurance} choose={setAssurance} />
      <Choice label="If a reviewer has to look" options={REFERRALS} value={onReferral} choose={setOnReferral} />
      <fieldset class="ticks">
        <legend>May ask for</legend>
        <Ticks options={CLAIMS} chosen={claims} choose={setClaims} />
      </fieldset>
    </Form>
  )
}

const MODES = [
  ['test', 'Test'],
  ['live', 'Live'],
] as const

const FLOWS = [
  ['identity', 'Document and selfie'],
  ['document', 'Document only'],
  ['age', 'Age'],
] as const satisfies readonly (readonly [string, string])[]

const LEVELS = [
  ['basic', 'Basic'],
  ['standard', 'Standard'],
  ['high', 'High'],
] as const

const REFERRALS = [
  ['return', 'the person returns at once, the answer follows'],
  ['wait', 'the person waits'],
  ['deny', 'the sign-in is refused'],
] as const

const CLAIMS = [
  ['family_name', 'family name'],
  ['given_name', 'given name'],
  ['birthdate', 'date of birth'],
  ['nationalities', 'nationalities'],
  ['place_of_birth', 'place of birth'],
  ['picture', 'portrait'],
  ['age_over_18', 'whether they are 18'],
  ['age_over_21', 'whether they are 21'],
  ['verified_claims', 'how it was verified'],
] as const satisfies readonly (readonly [string, string])[]

const columns = (
  change: (client: ClientEntry) => void,
  revoke: (client: ClientEntry) => void,
): Column<ClientEntry>[] => [
  {
    head: 'Name',
    isName: true,
    cell: ({ id, name, logoUrl }) => (
      <>
        {logoUrl && <img class="logo" src={logoUrl} alt="" />}
        <span class="strong">{name} </span>
        <span class="mono">{id}</span>
      </>
    ),
  },
  { head: 'Tenant', cell: ({ tenant }) => tenant },
  { head: 'Mode', cell: ({ mode }) => (mode === 'live' ? 'live' : <ModeBadge mode={mode} />) },
  { head: 'Returns to', cell: ({ redirectUris }) => redirectUris.join(', ') },
  { head: 'Level', cell: ({ assurance }) => assurance },
  { head: 'May ask for', cell: ({ claims }) => claims.join(', ') },
  {
    head: 'State',
    cell: ({ revokedUtc }) => (revokedUtc ? <Dot tone="soft">Revoked</Dot> : <Dot tone="good">Active</Dot>),
  },
  { head: 'Created', class: 'nowrap', cell: ({ createdUtc }) => atTime(createdUtc) },
  actions(
    (client) =>
      !client.revokedUtc && (
        <>
          <Button class="small-button" word="Name and logo" hidden={client.name} act={() => change(client)} />
          <Button class="small-button" word="Revoke" hidden={client.name} act={() => revoke(client)} />
        </>
      ),
  ),
]
