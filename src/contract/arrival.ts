import type * as schema from './arrival.schema.ts'
import { endpoint } from './endpoint.ts'

export const arrivalApi = {
  arrive: endpoint<typeof schema.arrive>({
    method: 'POST',
    path: '{shop}/admin/campaign/:id/arrival',
    caller: 'admin',
    // To book what came, or to give it out.
    permission: ['stock.write', 'refund.write'],
    action: 'campaign.arrival',
    changes: ['campaign', 'stock', 'order', 'run'],
    summary:
      'Book what came and give it out when it is less than is owed, or show who would get how much (honours Idempotency-Key)',
  }),
}
