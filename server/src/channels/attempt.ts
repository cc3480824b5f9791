/** Returns undefined where `read` throws. For parsing untrusted input, which must not raise an exception. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
