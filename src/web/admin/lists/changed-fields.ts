/**
 * The input of a form with the names of the fields that differ from `shown`, the input of the form as
 * it was opened: what somebody else has changed meanwhile in the others stays.
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
