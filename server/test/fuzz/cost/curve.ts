/** The cost of a good request by size: points in ascending order of size. */
export type Curve = readonly { bytes: number; milliseconds: number }[]

/** Interpolates between the points. Outside them the nearest point counts, so that a huge request gets no larger allowance. */
export function goodMilliseconds(curve: Curve, bytes: number): number {
  const above = curve.findIndex((point) => point.bytes >= bytes)
  if (above < 0) return curve.at(-1)!.milliseconds
  const high = curve[above]!
  const low = curve[above - 1]
  if (low === undefined) return high.milliseconds
  const fraction = (bytes - low.bytes) / (high.bytes - low.bytes)
  return low.milliseconds + fraction * (high.milliseconds - low.milliseconds)
}
