/** The simulator only requests plain HTTP addresses on loopback, so that no link in an email can reach another machine. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
