/**
 * The columns of the fields that `changed` names; without it all of them. `fields` has the field of
 * each column that is named otherwise.
 */
export function changedColumns<Columns extends object>(
  columns: Columns,
  changed: readonly string[] | undefined,
  fields: { [column in keyof Columns]?: string },
): Partial<Columns> {
  if (!changed) return columns
  const names = Object.keys(columns) as (keyof Columns & string)[]
  const kept = names.filter((name) => changed.includes(fields[name] ?? name))
  return Object.fromEntries(kept.map((name) => [name, columns[name]])) as Partial<Columns>
}
