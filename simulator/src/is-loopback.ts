/** Nothing here leaves this machine, whatever a mail or a request says. */
export function isOnThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
