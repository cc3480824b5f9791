import type { Simulator } from '@tidings/simulator'
import { simulatorChannelSettings } from '../../dev/simulator-settings.ts'

/** The settings that every process needs. */
export const settings = {
  SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
  OPERATOR_TOKEN: 'o'.repeat(32),
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  SMTP_URL: 'smtp://127.0.0.1:9',
  EMAIL_FROM: 'updates@example.com',
  STOP_DELAY_SECONDS: '0',
}

/** The secret with which the simulated providers sign callbacks. */
export const providerSecret = 'the-secret-of-all-simulated-providers'

/** The settings of a service that sends through the simulator. */
export const providerSettings = ({
  smtpPort,
  providersUrl,
}: Pick<Simulator, 'smtpPort' | 'providersUrl'>): Record<string, string> => ({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  EMAIL_PROVIDER: 'mailgun',
  EMAIL_WEBHOOK_SECRET: providerSecret,
  ...simulatorChannelSettings({ providersUrl }, providerSecret),
})

/** The settings of an operator whose webhook receivers are in a private network with a private certificate authority. */
export const receiverSettings = (authorityFile: string): Record<string, string> => ({
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  NODE_EXTRA_CA_CERTS: authorityFile,
})
