import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** The addresses of a host by family; null if the name server does not respond to the query. */
type Hosts = Record<string, { 4: string[] | null; 6: string[] | null }>

/** Starts a name server on loopback with these hosts, and creates resolvers that query it. */
export async function startNameServer(hosts: Hosts) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const response = responseTo(query, hosts)
    if (response !== null) socket.send(response, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const newResolver = (): Resolver => {
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${socket.address().port}`])
    return resolver
  }
  return { newResolver, close: () => socket.close() }
}

function responseTo(query: Buffer, hosts: Hosts): Buffer | null {
  const { name, end } = parseName(query, headerLength)
  const host = hosts[name.toLowerCase()]
  const addresses = host === undefined ? [] : host[query.readUInt16BE(end) === 1 ? 4 : 6]
  if (addresses === null) return null
  const header = Buffer.from(query.subarray(0, headerLength))
  const noSuchName = host === undefined ? 3 : 0
  for (const [index, value] of [0x8180 + noSuchName, 1, addresses.length, 0, 0].entries())
    header.writeUInt16BE(value, 2 + 2 * index)
  return Buffer.concat([header, query.subarray(headerLength, end + 4), ...addresses.map(encodeRecord)])
}

const headerLength = 12

function parseName(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let offset = start
  for (let length = query[offset]!; length > 0; length = query[offset]!) {
    labels.push(query.toString('ascii', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return { name: labels.join('.'), end: offset + 1 }
}

/** A record for the name in the query, with a TTL of 0. IPv6 addresses are given in full, without `::`. */
function encodeRecord(address: string): Buffer {
  const bytes = isIPv4(address)
    ? address.split('.').map(Number)
    : address.split(':').flatMap((part) => [...Buffer.from(part.padStart(4, '0'), 'hex')])
  return Buffer.from([0xc0, headerLength, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
}
