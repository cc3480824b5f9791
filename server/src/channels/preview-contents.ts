import { type TSchema, Type } from 'typebox'
import { exampleLinks } from '../inbox-tokens/tokens.ts'
import { named } from '../schema.ts'
import type { PaidChannel } from './registry.ts'
import { writeSms } from './sms/compose-sms.ts'
import { segmentsOf } from './sms/gsm.ts'
import type { NudgeContent } from './submission.ts'
import { writeTemplate } from './whatsapp/compose-whatsapp.ts'

type PreviewContent = {
  schema: TSchema
  /** Null if the channel has no content for this message. */
  compose: (content: NudgeContent, publicUrl: string) => object | null
}

/** The description of a link in a preview. */
export const exampleLink = 'An example of the link, as long as the real one. It opens nothing.'

/**
 * What a preview shows of each paid channel: written by the functions that write what is sent, with an example as its link. The
 * number is not part of it, because a key that may push may not read numbers.
 */
export const previewContents: Record<PaidChannel, PreviewContent> = {
  sms: {
    schema: named(
      'SmsContent',
      Type.Object(
        {
          text: Type.String({ description: 'The text, with an example as its link.' }),
          segments: Type.Integer({
            description: 'The segments of the text. Its link has its real length, so this is exact.',
          }),
          link: Type.String({ description: exampleLink }),
        },
        { description: 'The text that would be sent.' },
      ),
    ),
    compose(content, publicUrl) {
      const { text, link } = writeSms(content, exampleLinks(publicUrl).text)
      return { text, segments: segmentsOf(text), link }
    },
  },
  whatsapp: {
    schema: named(
      'WhatsAppContent',
      Type.Object(
        {
          template: Type.String({ description: 'The name of the template.' }),
          language: Type.String({ description: 'The language of the template.' }),
          parameters: Type.Array(Type.String({ description: 'One value.' }), {
            description: 'The values of the template, and the end of the link last.',
          }),
          link: Type.String({ description: exampleLink }),
        },
        { description: 'The template message that would be sent.' },
      ),
    ),
    compose(content, publicUrl) {
      const written = writeTemplate(content, exampleLinks(publicUrl).whatsapp)
      if (written === null) return null
      const { name, language, parameters, buttonSuffix } = written.template
      return { template: name, language, parameters: [...parameters, buttonSuffix], link: written.link }
    },
  },
}
