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
