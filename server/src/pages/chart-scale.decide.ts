/** The top of the scale: the smallest even number of the form 1, 2, 4, 6 or 10 times a power of ten that no bar exceeds; at least 2. */
export function chartScale(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)))
  const top = [1, 2, 4, 6, 10].map((step) => step * power).find((one) => one >= largest && one % 2 === 0)
  return top ?? 20 * power
}
