/** A call of the service that a document shows as a curl command. `body` is null without one. */
export type CurlCommand = { line: number; method: string; path: string; headers: string[]; body: string | null }

const shellBlock = /```(?:sh|bash)\n([\s\S]*?)```/g

/** Every curl command in the shell blocks of a document that calls `/api/v1` or `/operator/v1`. */
export function curlCommands(markdown: string): CurlCommand[] {
  return [...markdown.matchAll(shellBlock)].flatMap(({ 1: block, index }) =>
    [...block!.matchAll(/\bcurl\b/g)].flatMap((found) => {
      const line = markdown.slice(0, index).split('\n').length + block!.slice(0, found.index).split('\n').length
      const command = readCommand(wordsOf(block!.slice(found.index)), line)
      return command === null ? [] : [command]
    }),
  )
}

function readCommand(words: string[], line: number): CurlCommand | null {
  const valuesOf = (option: string): string[] => words.filter((_, index) => words[index - 1] === option)
  const path = words
    .map((word) => /\/(?:api|operator)\/v1\/[^?#]*/.exec(word)?.[0])
    .find((found) => found !== undefined)
  if (path === undefined) return null
  const body = valuesOf('-d')[0] ?? null
  const method = valuesOf('-X')[0] ?? (body === null ? 'GET' : 'POST')
  return { line, method, path, headers: valuesOf('-H'), body }
}

/** The words of the first command in a text, without their quotes. A variable stays as it is written. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let word = ''
  let rest = text
  while (rest !== '') {
    const [piece, kind] = nextPiece(rest)
    rest = rest.slice(piece.length)
    if (kind === 'end') break
    if (kind === 'space') {
      words.push(word)
      word = ''
    } else word += kind === 'plain' ? piece : unquote(piece)
  }
  return [...words, word].filter((one) => one !== '')
}

type PieceKind = 'space' | 'end' | 'quoted' | 'plain'
const pieces: [RegExp, PieceKind][] = [
  [/^(?:[ \t]|\\\n)+/, 'space'],
  [/^[\n|;&)]/, 'end'],
  [/^'[^']*'|^"(?:[^"\\]|\\[\s\S])*"/, 'quoted'],
  [/^\$\([^)]*\)|^[^\s'"|;&)\\]+|^\\?./, 'plain'],
]

function nextPiece(text: string): [string, PieceKind] {
  for (const [pattern, kind] of pieces) {
    const piece = pattern.exec(text)?.[0]
    if (piece !== undefined) return [piece, kind]
  }
  return [text[0]!, 'plain']
}

const unquote = (quoted: string): string =>
  quoted.startsWith("'") ? quoted.slice(1, -1) : quoted.slice(1, -1).replaceAll(/\\(["\\$])/g, '$1')
