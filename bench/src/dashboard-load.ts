import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * People at the dashboard: each asks for a page, reads it for a while and asks for the next. A program that takes the file with its
 * options, which are too long for an argument, as JSON in the first argument, and prints its report as one line of JSON.
 */
export type Options = {
  port: number
  /** The address of the shop in the dashboard. */
  path: string
  cookies: string[]
  /** The pages of each kind, as paths after that of the shop. They are asked for in their order. */
  pages: Record<string, string[]>
  /** How often a kind is drawn. */
  weights: Record<string, number>
  /** Ends after this time, or after each person has asked for this many pages. */
  seconds: number
  pagesOfPerson?: number
  pauseMilliseconds: number
}
/** The times of the responses of each kind, in milliseconds. */
export type Report = { times: Record<string, number[]>; statuses: Record<string, number> }

const { file } = JSON.parse(process.argv[2]!) as { file: string }
const options = JSON.parse(readFileSync(file, 'utf8')) as Options
const agent = new Agent({ keepAlive: true, maxSockets: options.cookies.length })
const report: Report = { times: {}, statuses: {} }
const end = performance.now() + options.seconds * 1000
const drawn = Object.entries(options.weights).flatMap(([kind, weight]) => Array<string>(weight).fill(kind))
const positions = new Map<string, number>()

function nextPage(kind: string): string {
  const position = positions.get(kind) ?? 0
  positions.set(kind, position + 1)
  const pages = options.pages[kind]!
  return pages[position % pages.length]!
}

/** Returns where a redirect leads. */
function ask(kind: string, path: string, cookie: string): Promise<string | null> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port: options.port, path, agent, headers: { Cookie: cookie } },
      (response) => {
        response.resume()
        response.once('end', () => {
          const status = String(response.statusCode)
          ;(report.times[kind] ??= []).push(performance.now() - started)
          report.statuses[`${kind} ${status}`] = (report.statuses[`${kind} ${status}`] ?? 0) + 1
          resolve(response.statusCode === 303 ? (response.headers.location ?? null) : null)
        })
      },
    )
    outgoing.once('error', reject)
    outgoing.end()
  })
}

async function browse(cookie: string): Promise<void> {
  const pause = (): Promise<unknown> => sleep(options.pauseMilliseconds * (0.5 + Math.random()))
  // People do not begin at the same moment.
  await sleep(options.pauseMilliseconds * Math.random())
  for (let count = 0; count < (options.pagesOfPerson ?? Infinity) && performance.now() < end; count++) {
    const kind = drawn[Math.floor(Math.random() * drawn.length)]!
    const location = await ask(kind, options.path + nextPage(kind), cookie)
    // A search that finds one message leads to its page, at once.
    if (location !== null) await ask('message page', location, cookie)
    await pause()
  }
}

await Promise.all(options.cookies.map(browse))
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit()
