import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { OpenAPIV3_1 } from 'openapi-types'
import { nameOf } from '../../kernel/contract/schema.ts'
import { FrameMessage, WebhookBody } from '../../kernel/session/contract/events.ts'

const API_VERSION = '1.0.0'

/** How the routes become an OpenAPI 3.1 document whose components have the names of the contract. */
export function openapiOptions(baseUrl: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Limen',
        version: API_VERSION,
        summary: 'Identity enrolment and data retrieval',
        description:
          'Onboards a person remotely: takes pictures of an identity document and of a face in one session, decides how far they can be trusted, and says why.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags: [
        {
          name: 'Sessions',
          description: 'Create, list and delete sessions. HTTP basic with an API username and password.',
        },
        {
          name: 'Enrolment',
          description: 'Send pictures and finish. Bearer token of the session, as `initialize` returns it.',
        },
        {
          name: 'Results',
          description: 'Read the results of a session. HTTP basic with an API username and password.',
        },
        { name: 'Review', description: 'What reviewers do. HTTP basic with a reviewer’s account.' },
        { name: 'Operations', description: 'For those who run the service.' },
      ],
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic', description: 'API username and password.' },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The accessToken of one session.',
          },
          metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN, if it is set.' },
        },
      },
      webhooks: {
        statusChanged: {
          post: {
            security: [],
            operationId: 'statusChanged',
            summary: 'A session changed its status',
            description:
              'Sent to your webhook address, signed as the Standard Webhooks specification says (webhook-id, webhook-timestamp, webhook-signature). Retried for 3 days until you answer 2xx.',
            requestBody: {
              content: { 'application/json': { schema: { $ref: `#/components/schemas/${nameOf(WebhookBody)}` } } },
            },
            responses: { 204: { description: 'Taken.' } },
          },
        },
        frameMessage: {
          post: {
            security: [],
            operationId: 'frameMessage',
            summary: 'The embedded frame has finished',
            description: 'Not an HTTP call: the `data` of the window message that the frame posts to its parent.',
            requestBody: {
              content: { 'application/json': { schema: { $ref: `#/components/schemas/${nameOf(FrameMessage)}` } } },
            },
            responses: { 204: { description: 'A message has no answer.' } },
          },
        },
      } as unknown as Record<string, OpenAPIV3_1.PathItemObject>,
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`,
    },
  }
}
