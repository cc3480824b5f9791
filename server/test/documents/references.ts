/** What a document refers to, by kind. Each kind is resolved in another way. */
export type Reference = { kind: 'link' | 'path' | 'command' | 'route' | 'name'; text: string; line: number }

const extension = /\.(ts|md|json|sql|sh|yml|txt|css|html)$/
const topFolder = /^\.?(ci|vscode|server|simulator|bench|docs|src|test|node_modules)\//

/** Every reference of a Markdown text: links, code spans, and the commands of code blocks. */
export function referencesOf(markdown: string): Reference[] {
  const references: Reference[] = []
  let isFenced = false
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1
    if (text.trimStart().startsWith('```')) isFenced = !isFenced
    else if (isFenced) references.push(...commandsOf(text, line))
    else references.push(...linksOf(text, line), ...spansOf(text).flatMap((span) => inSpan(span, line)))
  }
  return references
}

const linksOf = (text: string, line: number): Reference[] =>
  [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => ({ kind: 'link', text: target, line }))

const commandsOf = (text: string, line: number): Reference[] =>
  [...text.matchAll(/\bnpm (?:run(?: --silent)? |(?!run\b))([a-z][\w:-]*)/g)].map(([, script]) => ({
    kind: 'command',
    text: script!,
    line,
  }))

const spansOf = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, span]) => span!)

/** A span with spaces is an example or a sentence of code: only its commands and its routes are resolved. */
function inSpan(span: string, line: number): Reference[] {
  if (span.startsWith('npm ')) return commandsOf(span, line)
  const route = /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD)(?:, )?)+ (\/\S*)$/.exec(span)?.[1] ?? /^\/\S+$/.exec(span)?.[0]
  if (route !== undefined) return [{ kind: 'route', text: route, line }]
  if (/\s/.test(span)) return []
  if (topFolder.test(span) || (extension.test(span) && !span.startsWith('*')))
    return [{ kind: 'path', text: span, line }]
  const name = /^[A-Za-z_$][\w$]*(?:[.:-][\w$]+)*$/.exec(span)?.[0]
  return name === undefined ? [] : [{ kind: 'name', text: name, line }]
}
