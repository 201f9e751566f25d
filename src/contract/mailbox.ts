import { endpoint } from './endpoint.ts'
import type * as schema from './mailbox.schema.ts'

export const mailboxApi = {
  prove: endpoint<typeof schema.prove>({
    method: 'POST',
    path: '{shop}/member/mailbox',
    caller: 'member',
    summary: 'Prove the mailbox of the caller by the six digits of the verification mail',
  }),
}
