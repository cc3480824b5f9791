/** Each script asks the program for the candidates, so that it stays correct when the program changes. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type ShellName = (typeof shells)[number]

export const completionScripts: Record<ShellName, string> = {
  // The words are those of the line up to the cursor. A colon splits words in bash, so that messages:write would be three.
  bash: `_tidings() {
  local line="\${COMP_LINE:0:COMP_POINT}" words current candidate
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  current="\${words[-1]}"
  COMPREPLY=()
  while IFS= read -r candidate; do
    if [[ "$current" == *:* ]]; then candidate="\${candidate#"\${current%:*}:"}"; fi
    COMPREPLY+=("$candidate")
  done < <("\${words[0]}" __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _tidings tidings
`,
  zsh: `#compdef tidings
_tidings() {
  local -a candidates
  candidates=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${candidates[*]}" ]]; then compadd -a candidates; else _files; fi
}
compdef _tidings tidings
`,
  fish: `function __tidings_complete
  set -l words (commandline -opc) (commandline -ct)
  $words[1] __complete -- $words[2..-1] 2>/dev/null
end
complete -c tidings -a '(__tidings_complete)'
`,
}
