import { GROUP_SCHEMA, LONGEST_TEXT, USER_SCHEMA } from './domain/resources.ts'

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** The largest page of a list. */
export const MOST_RESULTS = 200

/** What is offered (RFC 7643, 5). */
export const providerConfig = (base: string) => ({
  schemas: [CONFIG_SCHEMA],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of limen scim tokens create.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string) =>
  [
    { id: 'User', endpoint: '/Users', schema: USER_SCHEMA },
    { id: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA },
  ].map(({ id, endpoint, schema }) => ({
    schemas: [TYPE_SCHEMA],
    id,
    name: id,
    endpoint,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }))

/** What is kept of each resource (RFC 7643, 7). */
export const schemas = (base: string) =>
  [
    {
      id: USER_SCHEMA,
      name: 'User',
      description: 'Who may use the console.',
      attributes: [
        text('userName', { required: true, uniqueness: 'server' }),
        text('externalId', { required: true, uniqueness: 'server', caseExact: true }),
        text('displayName'),
        attribute('active', { type: 'boolean' }),
      ],
    },
    {
      id: GROUP_SCHEMA,
      name: 'Group',
      description: 'A group that OIDC_ROLES may name.',
      attributes: [
        text('displayName', { required: true, uniqueness: 'server' }),
        text('externalId', { caseExact: true }),
        attribute('members', {
          type: 'complex',
          multiValued: true,
          subAttributes: [
            text('value', { mutability: 'immutable', caseExact: true }),
            attribute('$ref', { type: 'reference', mutability: 'immutable', referenceTypes: ['User'] }),
            text('type', { mutability: 'immutable', canonicalValues: ['User'] }),
          ],
        }),
      ],
    },
  ].map((schema) => ({
    schemas: [SCHEMA_SCHEMA],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))

const attribute = (name: string, more: object) => ({
  name,
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  ...more,
})

const text = (name: string, more: object = {}) =>
  attribute(name, {
    type: 'string',
    caseExact: false,
    uniqueness: 'none',
    description: `At most ${LONGEST_TEXT} characters.`,
    ...more,
  })
