/** A parcel on a table, for screens that have nothing else to show. */
export function ParcelDrawing() {
  return (
    <svg
      viewBox="0 0 160 112"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-28 w-40 text-line-strong"
    >
      <path d="M12 98h136" />
      <path d="M46 98V46l34-14 34 14v52" />
      <path d="M46 46l34 13 34-13" />
      <path d="M80 59v39" />
      <path d="M62 39l35 14v14" />
      <path d="M128 98V78m0 0c0-8 6-12 12-12 0 8-4 12-12 12zm0 4c0-7-5-10-10-10 0 7 4 10 10 10z" />
      <path d="M22 98l3-16h10l3 16" />
    </svg>
  )
}

/** A cup that fell over, for screens that could not load. */
export function SpiltCupDrawing() {
  return (
    <svg
      viewBox="0 0 160 112"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-28 w-40 text-line-strong"
    >
      <path d="M12 98h136" />
      <path d="M58 92l-20-30 44-30 20 30c6 9 2 22-8 28s-28 8-36 2z" />
      <path d="M38 62c-4-7 4-18 16-26s24-10 28-4" />
      <path d="M72 39c8-14 24-16 28-8s-4 14-12 18" />
      <path d="M34 72c-8 6-14 14-10 18s14 2 22 2" />
      <path d="M120 92h18M126 86h6" />
    </svg>
  )
}
