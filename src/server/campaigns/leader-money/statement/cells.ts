/** As the parser reads a text: one notation for digits, spaces and breaks. */
export function normalize(text: string): string {
  // Full-width digits, signs and spaces become those of ASCII.
  return text
    .normalize('NFKC')
    .replace(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '')
}

type Split = (line: string) => string[]

/** Quoted cells keep their separators; a quote within is doubled. */
function splitQuoted(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    if (char === '"' && isQuoted && line.charAt(at + 1) === '"') {
      cell += char
      at++
    } else if (char === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (char === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += char
  }
  return [...cells, cell]
}

const bySeparator =
  (separator: string): Split =>
  (line) =>
    splitQuoted(line, separator)
/** Fixed columns: two spaces part them, also where one of them is empty. */
const byGaps: Split = (line) => line.trim().split(/ {2,}/)
const bySpaces: Split = (line) => line.trim().split(/ +/)

const candidates: readonly { split: Split; least: number }[] = [
  ...['\t', '|', ';', ','].map((separator) => ({ split: bySeparator(separator), least: 3 })),
  { split: byGaps, least: 3 },
]

/** How the lines of a statement are parted: as most of them can be, else by single spaces, which make no columns. */
export function chooseSplit(lines: readonly string[]): { split: Split; hasColumns: boolean } {
  const filled = lines.filter((line) => line.trim() !== '')
  const fitting = candidates.find(
    ({ split, least }) =>
      filled.filter((line) => cellsOf(line, split).filter(Boolean).length >= least).length * 2 >
      filled.length,
  )
  return { split: fitting?.split ?? bySpaces, hasColumns: fitting !== undefined }
}

export function cellsOf(line: string, split: Split): string[] {
  return split(line).map((cell) =>
    cell
      .trim()
      .replace(/^="?|^'/, '')
      .replace(/"$/, ''),
  )
}

/** A line of commas whose amounts were not quoted has cells too many: those of one amount are joined. */
export function joinThousands(cells: readonly string[], count: number): string[] {
  const joined: string[] = []
  let spare = cells.length - count
  for (const cell of cells) {
    const last = joined.at(-1)
    const continues = last !== undefined && /^[^\d]{0,4}\d{1,3}(,\d{3})*$/.test(last)
    if (spare > 0 && continues && /^\d{3}(\.\d+)?$/.test(cell)) {
      joined[joined.length - 1] = `${last},${cell}`
      spare--
    } else joined.push(cell)
  }
  return joined
}
