/**
 * Adds the names of the fields that differ from `shown`, the input when the form was opened. The
 * server leaves all others as they are, so that the changes of a colleague stay.
 */
export function withChangedFields<Input extends { changed_fields?: string[] }>(
  shown: Input,
  input: Input,
): Input {
  const names = Object.keys(input) as (keyof Input)[]
  const changed = names.filter(
    (name) => JSON.stringify(input[name]) !== JSON.stringify(shown[name]),
  )
  return { ...input, changed_fields: changed }
}
