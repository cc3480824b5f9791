import { type Html, html } from '../../html.ts'
import type { CodeLanguage } from './page.ts'

type Part = 'comment' | 'string' | 'key' | 'number' | 'word' | 'variable'
/** Class names are short, because a page has hundreds of these. */
const classNames: Record<Part, string> = { comment: 'c', string: 's', key: 'k', number: 'n', word: 'w', variable: 'v' }

const doubleQuoted = /"(?:[^"\\\n]|\\.)*"/
const singleQuoted = /'(?:[^'\\]|\\.)*'/
const number = /(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/
const words = (list: string): RegExp => new RegExp(`(?<![\\w$.-])(?:${list})(?![\\w-])`)

/** The parts of a language in the order in which they are tried. What matches none is plain. */
const grammars: Record<CodeLanguage, [Part, RegExp][]> = {
  json: [
    ['key', new RegExp(`${doubleQuoted.source}(?=\\s*:)`)],
    ['string', doubleQuoted],
    ['number', number],
    ['word', words('true|false|null')],
  ],
  sh: [
    ['comment', /(?<!\S)#[^\n]*/],
    ['string', new RegExp(`${doubleQuoted.source}|'[^']*'`)],
    ['variable', /\$\w+|\$\{\w+\}/],
    ['key', /(?<=\s)--?[a-zA-Z][\w-]*/],
    ['word', words('curl|export|npm|node|git|cd|jq|psql|docker|set|for|do|done|if|then|fi')],
    ['number', number],
  ],
  typescript: [
    ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
    ['string', new RegExp(`${doubleQuoted.source}|${singleQuoted.source}|\`(?:[^\`\\\\]|\\\\.)*\``)],
    [
      'word',
      words(
        'const|let|await|async|function|return|if|else|for|of|new|throw|import|from|export|type|true|false|null|undefined',
      ),
    ],
    ['key', /(?<![\w.?])[A-Za-z_]\w*(?=:)/],
    ['number', number],
  ],
  python: [
    ['comment', /#[^\n]*/],
    ['key', new RegExp(`${doubleQuoted.source}(?=\\s*:)`)],
    ['string', new RegExp(`f?${doubleQuoted.source}|f?${singleQuoted.source}`)],
    ['word', words('import|from|def|return|if|else|for|in|with|as|not|and|or|raise|True|False|None|print')],
    ['number', number],
  ],
  php: [
    ['comment', /\/\/[^\n]*|#[^\n]*/],
    ['word', words('php|echo|return|if|else|foreach|as|new|function|fn|use|require|throw|true|false|null')],
    ['key', new RegExp(`(?:${doubleQuoted.source}|${singleQuoted.source})(?=\\s*=>)`)],
    ['string', new RegExp(`${doubleQuoted.source}|${singleQuoted.source}`)],
    ['variable', /\$\w+/],
    ['number', number],
  ],
  http: [
    ['key', /^[A-Za-z-]+(?=:)/],
    ['word', /^HTTP\/1\.1|^[A-Z]+(?= \/)/],
    ['number', /(?<=^HTTP\/1\.1 )\d+/],
  ],
  text: [],
}

/** The code as markup with a class for each part. */
export function highlight(text: string, language: CodeLanguage): Html {
  const grammar = grammars[language]
  if (grammar.length === 0) return html`${text}`
  const pattern = new RegExp(
    grammar.map(([part, { source }], index) => `(?<${part}${index}>${source})`).join('|'),
    'gm',
  )
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    parts.push(html`${text.slice(end, match.index)}`)
    const part = grammar.find(([name], index) => match.groups![`${name}${index}`] !== undefined)![0]
    parts.push(mark(match[0], part, language))
    end = match.index + match[0].length
  }
  return html`${[...parts, html`${text.slice(end)}`]}`
}

/** The body of a curl command is JSON in single quotes. */
function mark(text: string, part: Part, language: CodeLanguage): Html {
  if (language === 'sh' && /^'\s*[{[]/.test(text)) return html`'${highlight(text.slice(1, -1), 'json')}'`
  return html`<span class="${classNames[part]}">${text}</span>`
}

/** The language of a fenced block of Markdown. */
export function languageOf(info: string | undefined): CodeLanguage {
  const names: Record<string, CodeLanguage> = {
    sh: 'sh',
    bash: 'sh',
    shell: 'sh',
    ts: 'typescript',
    typescript: 'typescript',
    js: 'typescript',
    python: 'python',
    py: 'python',
    php: 'php',
    json: 'json',
    http: 'http',
  }
  return names[(info ?? '').split(/\s/)[0]!.toLowerCase()] ?? 'text'
}
