import Type from 'typebox'
import { Done } from './paging.schema.ts'

export const prove = {
  data: Type.Object({
    /** The six digits of the newest mail. */
    pin: Type.String({ pattern: '^[0-9]{6}$' }),
  }),
  reply: Done,
}
