import type { Channel } from '@tidings/client'

export const channels = ['email', 'sms', 'whatsapp'] as const satisfies readonly Channel[]
