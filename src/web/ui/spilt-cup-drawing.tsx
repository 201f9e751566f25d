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
      <path d="M52 54l44-18 20 40c-6 16-36 28-46 20z" />
      <ellipse cx="74" cy="45" rx="24" ry="8" transform="rotate(-22 74 45)" />
      <path d="M106 56c10-8 22 2 16 12-3 6-8 6-11 4" />
      <path d="M50 58c-8 8-4 16-14 22-8 5-10 12-4 14 8 3 20 0 28 0" />
      <path d="M22 90h.01M128 92h8" />
    </svg>
  )
}
