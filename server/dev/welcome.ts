import { styleText } from 'node:util'
import type { Ready } from './home.ts'

/** The text that `npm run dev` prints when everything runs: the API key, a curl command to paste, and the addresses. */
export function welcome(ready: Ready, logFile: string): string {
  const bold = (text: string): string => styleText('bold', text)
  const faint = (text: string): string => styleText('dim', text)
  return `
${bold('Tidings is running.')} The demo shop has 1,000 credits; its API key and the key of its test side are

  ${bold(ready.api_key)}
  ${ready.test_api_key}

Push an update:

  curl -s ${ready.url}/api/v1/messages -H 'Authorization: Bearer ${ready.api_key}' \\
    -H 'Idempotency-Key: my-first-push' -H 'Content-Type: application/json' \\
    -d '{"recipient_email": "ada@example.com", "subject": "Your order", "body": "It is on its way."}'

Sign in to the dashboard as the owner of the demo shop. The link works once; restart for a new one:

  ${ready.dashboard_url}

Addresses:

  ${ready.url}/docs   ${faint('the API documentation')}
  ${ready.simulator_url}        ${faint('the simulator: sent emails, texts and webhooks')}
  ${ready.database_url}   ${faint('the database, for psql')}
  ${logFile}   ${faint('the log, one line per request')}

${faint(`The operator's token is ${ready.operator_token}. Stop with Ctrl-C; the data is preserved. --fresh starts with an empty database.`)}
`
}
