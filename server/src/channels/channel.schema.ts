import { literal, named } from '../schema.ts'
import { channels } from './registry.ts'

export const channelSchema = named(
  'Channel',
  literal(channels, { description: 'A channel. Email is free, the others cost credits.' }),
)
