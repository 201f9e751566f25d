// Imported before a server's program: its clock is CLOCK_SHIFT_SECONDS ahead of the machine's.
const shiftMs = Number(process.env.CLOCK_SHIFT_SECONDS ?? 0) * 1_000
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...values: ConstructorParameters<typeof RealDate> | []) {
    if (values.length === 0) super(RealDate.now() + shiftMs)
    else super(...values)
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
}

Object.defineProperty(globalThis, 'Date', { value: ShiftedDate, writable: true })
