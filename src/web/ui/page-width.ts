/** The width and the side padding of a page or of a section of it. */
export const pageWidth = 'mx-auto w-full max-w-page px-4 sm:px-6 lg:px-8'

/** A page of one column. */
export const pageClass = `${pageWidth} py-8 lg:py-12`
