import type { WhatsAppSettings } from '../channels/whatsapp/settings.ts'
import type { OpenIdSettings } from '../context.ts'
import type { SecretKeys } from '../keyring.ts'

/** The settings that the doctor reads. One that is missing or not valid is null or undefined. */
export type DoctorSettings = { [Name in keyof CompleteSettings]?: CompleteSettings[Name] | null | undefined }
type CompleteSettings = {
  databaseUrl: string
  poolSize: number
  secretKeys: SecretKeys
  digestKey: Buffer
  operatorToken: string
  publicUrl: string
  smtpUrl: string
  emailFrom: string
  emailProvider: { name: string; secret: string }
  sms: { urls: Record<string, string> }
  whatsapp: WhatsAppSettings
  openId: OpenIdSettings
  dkim: { selector: string; privateKey: string }
}
