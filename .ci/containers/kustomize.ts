import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

// oxlint-disable-next-line typescript/no-explicit-any -- a document has the form of its kind, which kubernetes-models checks
export type Document = any
type Kustomization = {
  resources?: string[]
  namespace?: string
  images?: { name: string; newName?: string; newTag?: string }[]
  replicas?: { name: string; count: number }[]
}
type Parse = (yaml: string) => Document[]

const known = ['apiVersion', 'kind', 'resources', 'namespace', 'images', 'replicas']

/** Renders a folder as `kubectl kustomize` does, for the features that deploy/kustomize uses. Another feature is an error. */
export function render(folder: string, parse: Parse): Document[] {
  const [kustomization] = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as [Kustomization]
  const unknown = Object.keys(kustomization).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} cannot be rendered without kubectl`)
  const documents = (kustomization.resources ?? []).flatMap((resource) => {
    const path = join(folder, resource)
    return statSync(path).isDirectory() ? render(path, parse) : parse(readFileSync(path, 'utf8'))
  })
  for (const document of documents) transform(document, kustomization)
  return documents
}

function transform(document: Document, { namespace, images = [], replicas = [] }: Kustomization): void {
  if (namespace !== undefined) document.metadata.namespace = namespace
  for (const { name, count } of replicas)
    if (document.kind === 'Deployment' && document.metadata.name === name) document.spec.replicas = count
  for (const container of document.spec.template?.spec.containers ?? []) {
    const image = images.find(({ name }) => name === container.image)
    if (image !== undefined) container.image = `${image.newName ?? image.name}:${image.newTag ?? 'latest'}`
  }
}
