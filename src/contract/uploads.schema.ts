import Type from 'typebox'

export const upload = {
  reply: Type.Object({ success: Type.Literal(true), imageUrl: Type.String() }),
}
