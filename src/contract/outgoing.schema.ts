import Type from 'typebox'

/** A restored shop on hold; the times are epoch seconds. */
const Hold = Type.Object({
  since: Type.Integer(),
  /** When the backup was made. */
  backup_at: Type.Integer(),
})

export const read = {
  reply: Type.Object({
    success: Type.Literal(true),
    hold: Type.Union([Hold, Type.Null()]),
    /** Sentences of the shop about itself that somebody has to look at. */
    alerts: Type.Array(Type.String()),
  }),
}
export const release = {
  reply: Type.Object({ success: Type.Literal(true), message: Type.String() }),
}
