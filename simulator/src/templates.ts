/** A message template of a WhatsApp business account, as the platform lists it. */
const templateStatuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const
type TemplateStatus = (typeof templateStatuses)[number]
/** `refused`: the platform refuses to create the template. */
export const templateDecisions = [...templateStatuses, 'refused'] as const
export type TemplateDecision = (typeof templateDecisions)[number]
export type Template = {
  id: string
  name: string
  language: string
  status: TemplateStatus
  category: string
  parameter_format: string
  components: unknown[]
}
type Creation = Partial<Pick<Template, 'name' | 'language' | 'category' | 'parameter_format' | 'components'>>
type Created = { id: string; status: TemplateStatus; category: string } | 'invalid' | 'exists' | 'refused'
export type Templates = ReturnType<typeof createTemplates>

/** All accounts share the templates. A new one is approved at once, unless a test decided otherwise for its name. */
export function createTemplates() {
  const stored: Template[] = []
  const decisions = new Map<string, TemplateDecision>()
  return {
    all: (): Template[] => stored,
    create({ name, language, category, parameter_format = 'POSITIONAL', components }: Creation): Created {
      if (!name || !language || !category || !Array.isArray(components)) return 'invalid'
      if (stored.some((one) => one.name === name && one.language === language)) return 'exists'
      const decision = decisions.get(name) ?? 'APPROVED'
      if (decision === 'refused') return 'refused'
      const id = String(1_000_000_000_000_000 + stored.length)
      stored.push({ id, name, language, status: decision, category, parameter_format, components })
      return { id, status: 'PENDING', category }
    },
    /** For a template that exists or is created later. */
    decide(name: string, decision: TemplateDecision): void {
      decisions.set(name, decision)
      for (const template of stored) if (template.name === name && decision !== 'refused') template.status = decision
    },
    clear(): void {
      stored.length = 0
      decisions.clear()
    },
  }
}
