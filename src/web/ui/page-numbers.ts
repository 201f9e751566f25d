/** The pages to offer: the first, the last, the current and its neighbours; 0 stands for a gap. */
export function pageNumbers(current: number, total: number): number[] {
  const wanted = new Set([1, total, current - 1, current, current + 1])
  const pages = [...wanted].filter((page) => page >= 1 && page <= total).sort((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const previous = pages[index - 1] ?? 0
    if (page - previous === 2) return [page - 1, page]
    return page - previous > 2 ? [0, page] : [page]
  })
}
