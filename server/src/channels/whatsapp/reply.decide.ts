/**
 * Whether a reply asks us to stop (3.4): the same words as by text, written or on a button. START is no answer to it here: a
 * stop on WhatsApp holds (2.3).
 */
import { readInbound } from '../sms/inbound.decide.ts'
import type { WhatsAppReply } from './platform.ts'

export const isStop = ({ text }: Pick<WhatsAppReply, 'text'>): boolean => readInbound(text) === 'stop'
