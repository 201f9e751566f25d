import { Done, IdParams } from './paging.schema.ts'

export const pay = { params: IdParams, reply: Done }
