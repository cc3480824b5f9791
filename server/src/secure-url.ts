/** Plain http is allowed only on loopback, for development. */
export const isSecureOrLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
