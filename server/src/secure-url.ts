const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** `hostname` is that of a URL, with brackets around an IPv6 address. */
export const isLoopbackHost = (hostname: string): boolean => loopbackHosts.includes(hostname)

/** Plain http is allowed only on loopback, for development. */
export const isSecureOrLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
