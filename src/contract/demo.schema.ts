import Type from 'typebox'
import { Run } from './runs.schema.ts'

const What = Type.Object({ what: Type.String(), n: Type.Integer() })

export const read = {
  reply: Type.Object({
    success: Type.Literal(true),
    /** `none`: the demo was never loaded, or nothing of it was marked. */
    state: Type.Enum(['none', 'loaded', 'cleared']),
    /** Orders of real shoppers or entered by hand: with one of them nothing is cleared. */
    has_orders: Type.Boolean(),
    /** Of the shop, as the clearing asks for it. */
    name: Type.String(),
    goes: Type.Array(What),
    /** Campaigns that sell a product of the demo, by title, with the first first. */
    campaigns: Type.Array(Type.String()),
    stays: Type.Array(What),
  }),
}

export const clear = {
  data: Type.Object({
    /** The name of the shop, typed in. */
    name: Type.String({ maxLength: 100 }),
  }),
  reply: Type.Object({ success: Type.Literal(true), run: Run }),
}
