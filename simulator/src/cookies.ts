type Cookie = { host: string; path: string; name: string; value: string }

export type Cookies = ReturnType<typeof createCookies>

/** The cookies of one browser. Each goes back to the host that set it, and there only to its path. */
export function createCookies() {
  const cookies = new Map<string, Cookie>()

  return {
    /** `lines` are the `Set-Cookie` headers of an answer from `url`. */
    keep(url: URL, lines: string[]): void {
      for (const line of lines) {
        const { expired, ...cookie } = readCookie(url, line)
        const key = `${cookie.host} ${cookie.path} ${cookie.name}`
        if (expired) cookies.delete(key)
        else cookies.set(key, cookie)
      }
    },
    /** The `Cookie` header for a request to `url`, empty for none. */
    headerFor(url: URL): string {
      return [...cookies.values()]
        .filter(({ host, path }) => host === url.hostname && covers(path, url.pathname))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
    },
  }
}

function readCookie(url: URL, line: string): Cookie & { expired: boolean } {
  const [[name, value], ...attributes] = line.split(';').map(readPair) as [[string, string], ...[string, string][]]
  const given = new Map(attributes.map(([attribute, setting]) => [attribute.toLowerCase(), setting]))
  const path = given.get('path') ?? ''
  return {
    host: url.hostname,
    path: path.startsWith('/') ? path : folderOf(url.pathname),
    name,
    value,
    expired: isExpired(given.get('max-age'), given.get('expires')),
  }
}

function readPair(text: string): [name: string, value: string] {
  const [name, ...value] = text.split('=')
  return [name!.trim(), value.join('=').trim()]
}

function isExpired(maxAge: string | undefined, expires: string | undefined): boolean {
  if (maxAge !== undefined) return Number(maxAge) <= 0
  return expires !== undefined && Date.parse(expires) <= Date.now()
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

/** `/inbox` covers itself and what is below it, and not `/inboxes`. */
function covers(path: string, asked: string): boolean {
  return asked === path || asked.startsWith(path.endsWith('/') ? path : `${path}/`)
}
