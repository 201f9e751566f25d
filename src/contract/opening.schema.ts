import Type from 'typebox'
import { openingSteps } from './opening-steps.ts'
import { Done } from './paging.schema.ts'

export const read = {
  reply: Type.Object({
    success: Type.Literal(true),
    /** In their order; facts of the server, never ticked by hand. */
    steps: Type.Array(
      Type.Object({
        id: Type.Enum(openingSteps),
        is_done: Type.Boolean(),
        /** A shop opens without it as well. */
        is_optional: Type.Optional(Type.Literal(true)),
        /** A sentence about its state. */
        detail: Type.Optional(Type.String()),
      }),
    ),
    /** Whether the caller has put the steps away from the overview. */
    is_put_away: Type.Boolean(),
  }),
}

export const putAway = { data: Type.Object({ is_put_away: Type.Boolean() }), reply: Done }
