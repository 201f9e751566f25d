import type * as schema from './demo.schema.ts'
import { type EndpointReply, endpoint } from './endpoint.ts'

export type DemoPlan = EndpointReply<typeof schema.read>

/** Run that clears the demo. */
export const demoRun = { kind: 'demo', action: 'clear' } as const

export const adminDemoApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/admin/demo',
    caller: 'admin',
    permission: 'setting.read',
    shows: ['demo', 'product', 'coupon', 'article', 'campaign', 'order'],
    summary: 'Whether the demo shop stands here, and what goes and stays when it is cleared',
  }),
  clear: endpoint<typeof schema.clear>({
    method: 'POST',
    path: '{shop}/admin/demo/clear',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'run.create',
    summary: 'Clear the demo shop for good, as a job; refused once a shopper has ordered',
  }),
}
