import Type, { type TProperties } from 'typebox'

/**
 * The names of the fields that the sender has changed: the others are left as they are, whatever
 * `data` has for them. Without it `data` counts as a whole.
 */
export function ChangedFields<Fields extends TProperties>(fields: Fields) {
  type Field = keyof Fields & string
  return Type.Optional(Type.Array(Type.Enum(Object.keys(fields) as [Field, ...Field[]])))
}
