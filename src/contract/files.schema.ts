import Type from 'typebox'
import { exportKinds } from './file-kinds.ts'
import { Id, IdParams } from './paging.schema.ts'
import { Run } from './runs.schema.ts'

const OneRun = Type.Object({ success: Type.Literal(true), run: Run })
/** The bytes of a CSV file. */
const File = Type.Any()

export const create = {
  data: Type.Object(
    {
      kind: Type.Enum([...exportKinds]),
      /** The query of the list whose rows are meant; without it all of them. */
      filter: Type.Optional(
        Type.Record(Type.String({ maxLength: 32 }), Type.String({ maxLength: 500 })),
      ),
      /** Only these of them. */
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000 })),
      /** Includes personal columns. */
      is_personal: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: true },
  ),
  reply: OneRun,
}

export const file = { params: IdParams, reply: File }
