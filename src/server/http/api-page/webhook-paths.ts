import { webhookBody, webhookData } from '#contract/webhook-bodies.schema.ts'

const headers = {
  'webhook-id': 'The same for each attempt of an event',
  'webhook-timestamp': 'Epoch seconds of the attempt; refuse one that is older than five minutes',
  'webhook-signature': 'v1, and the HMAC-SHA256 of id.timestamp.body in base64',
}
const parameters = Object.entries(headers).map(([name, description]) => ({
  ...{ in: 'header', name, required: true, description },
  schema: { type: 'string' },
}))

/** The section `webhooks` of the document: the events as they are sent. */
export function webhookPaths(): Record<string, { post: object }> {
  const types = Object.keys(webhookData) as (keyof typeof webhookData)[]
  return Object.fromEntries(
    types.map((type) => [
      type,
      {
        post: {
          operationId: `webhook${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase())}`,
          summary: `Event ${type}`,
          tags: ['webhook'],
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: webhookBody(type) } },
          },
          responses: {
            '2XX': { description: 'Taken' },
            410: { description: 'Switches the webhook off' },
            default: { description: 'Comes again later, for a week' },
          },
        },
      },
    ]),
  )
}
