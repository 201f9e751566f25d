import { endpoint } from './endpoint.ts'
import type * as schema from './invoice-checks.schema.ts'

export const invoiceCheckApi = {
  check: endpoint<typeof schema.check>({
    method: 'GET',
    path: '{shop}/invoice-check',
    caller: 'anyone',
    summary:
      'Whether a mobile barcode, a love code or a company exists, as help for who types: never a condition of an order',
  }),
}
