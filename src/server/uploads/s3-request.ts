import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { BucketSettings } from '../config-reader.ts'

/** Until a reply begins: its body takes as long as whoever reads it. */
const timeoutMs = 20_000

interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Without the prefix of the bucket; empty: the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** Milliseconds; more for a body that takes longer to send. */
  withinMs?: number
}

/**
 * Sends signed requests to a bucket, whose name is the first step of the path, which every such
 * service understands.
 */
export function createS3Request(bucket: BucketSettings) {
  const { region, accessKeyId, secretAccessKey } = bucket
  const client = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey })
  return async (request: BucketRequest): Promise<Response> => {
    const { method, key, query = {}, body, withinMs = timeoutMs } = request
    const path = key === '' ? '' : `/${bucket.prefix}${key}`
    const search = new URLSearchParams(query).toString()
    const url = `${bucket.endpoint}/${bucket.name}${path}${search && `?${search}`}`
    // The library would leave the body out of the signature.
    const bodyHash = hash('sha256', body ?? '')
    const { headers } = await client.sign(url, {
      method,
      headers: { ...request.headers, 'x-amz-content-sha256': bodyHash },
    })
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), withinMs)
    // Sent with `fetch` and not as the signed Request, whose body would lose its length.
    return await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: timeout.signal,
      ...(body && { body: Uint8Array.from(body) }),
    }).finally(() => clearTimeout(timer))
  }
}
