import { styleText } from 'node:util'

export type Ready = {
  url: string
  simulator_url: string
  operator_token: string
  api_key: string
  database_url: string
}

/** What a person sees when everything is up: the key, one line that works as pasted, and where to look. */
export function welcome(ready: Ready, logFile: string): string {
  const bold = (text: string): string => styleText('bold', text)
  const faint = (text: string): string => styleText('dim', text)
  return `
${bold('Tidings is running.')} The demo shop has 1,000 credits; its API key is

  ${bold(ready.api_key)}

Push an update:

  curl -s ${ready.url}/api/v1/messages -H 'Authorization: Bearer ${ready.api_key}' \\
    -H 'Idempotency-Key: my-first-push' -H 'Content-Type: application/json' \\
    -d '{"recipient_email": "ada@example.com", "subject": "Your order", "body": "It is on its way."}'

Where to look:

  ${ready.url}/docs   ${faint('every operation, for people')}
  ${ready.simulator_url}        ${faint('the outside world: what was sent arrives here')}
  ${ready.database_url}   ${faint('the database, for psql')}
  ${logFile}   ${faint('one line a request')}

${faint(`The operator's token is ${ready.operator_token}. Stop with Ctrl-C; the data stays. Begin anew with --fresh.`)}
`
}
