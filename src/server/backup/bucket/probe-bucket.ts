import { buffer } from 'node:stream/consumers'
import type { BucketSettings } from '../../config-reader.ts'
import { createS3Request } from '../../uploads/s3-request.ts'

const key = 'probe.txt'
const text = 'MinMin'

/** Puts, lists, reads and removes a small file, once and without waiting long. */
export async function probeBucket(settings: BucketSettings, withinMs = 8_000): Promise<void> {
  const request = createS3Request(settings)
  async function send(parts: Omit<Parameters<typeof request>[0], 'withinMs'>): Promise<string> {
    const reply = await request({ ...parts, withinMs })
    const said = String(reply.body ? await buffer(reply.body) : '')
    if (reply.ok) return said
    const code = /<Code>(\w+)<\/Code>/.exec(said)?.[1] ?? ''
    throw new Error(`answered ${reply.status} ${code} to ${parts.method}`)
  }
  await send({ method: 'PUT', key, body: Buffer.from(text) })
  const prefix = `${settings.prefix}${key}`
  const listed = await send({ method: 'GET', key: '', query: { 'list-type': '2', prefix } })
  if (!listed.includes(`<Key>${prefix}</Key>`)) throw new Error('lists nothing')
  if ((await send({ method: 'GET', key })) !== text) throw new Error('gives back something else')
  await send({ method: 'DELETE', key })
}
