/** The content of a page beside its summary card; one below the other on a narrow window. */
export const summaryLayout = 'lg:grid lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-8'
