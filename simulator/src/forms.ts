export type Form = { action: URL; fields: URLSearchParams }

// A quoted value may contain a `>`, which does not end the tag.
const insideTag = `(?:"[^"]*"|'[^']*'|[^>"'])*`
const forms = new RegExp(`<form\\b(${insideTag})>(.*?)</form>`, 'gis')
const inputs = new RegExp(`<input\\b(${insideTag})>`, 'gis')
const attributes = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** The form that the inbox page submits when it is opened: it posts its hidden inputs to a path that ends in `/open`. */
export function findOpenForm(page: string, address: URL): Form | null {
  for (const [, tag, content] of page.matchAll(forms)) {
    const form = readAttributes(tag!)
    const action = URL.parse(form.get('action') ?? '', address.href)
    if (form.get('method')?.toLowerCase() === 'post' && action?.pathname.endsWith('/open'))
      return { action, fields: readHidden(content!) }
  }
  return null
}

function readHidden(content: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [, tag] of content.matchAll(inputs)) {
    const input = readAttributes(tag!)
    const name = input.get('name')
    if (input.get('type')?.toLowerCase() === 'hidden' && name) fields.append(name, input.get('value') ?? '')
  }
  return fields
}

function readAttributes(tag: string): Map<string, string> {
  return new Map(
    [...tag.matchAll(attributes)].map(([, name, double, single, bare]) => [
      name!.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi, (_entity, hex, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : entities[name.toLowerCase()]!,
  )
}
