/** The entries whose category holds the text, whatever its case; an empty text lets all pass. */
export function matchingCategory<Entry extends { category: string }>(
  entries: Entry[],
  text: string,
): Entry[] {
  const wanted = text.toLowerCase()
  return entries.filter((entry) => entry.category.toLowerCase().includes(wanted))
}
