import { createHmac } from 'node:crypto'

/** As people copy it into a receiver. */
export const secretText = (secret: Buffer) => `whsec_${secret.toString('base64')}`

/**
 * The headers of Standard Webhooks 1.0.0, which sign id, time and body.
 *
 * @param at epoch seconds
 */
export function signedHeaders(
  secret: Buffer,
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${signature}`,
  }
}
