import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { settings } from '../server/src/settings.ts'
import { type Document, render } from './containers/kustomize.ts'

/**
 * Checks the files in deploy/ that CI cannot run: node .ci/deploy.ts. `.ci/image` builds and runs the Containerfile. The tools
 * are installed by npm ci --prefix .ci/deploy.
 */
const root = join(import.meta.dirname, '..')
const tools = join(import.meta.dirname, 'deploy/node_modules')
const scratch = mkdtempSync(join(tmpdir(), 'tidings-deploy-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const { parseAllDocuments } = createRequire(join(tools, 'x'))('yaml') as {
  parseAllDocuments: (text: string, options: object) => { toJS: () => Document }[]
}
const parse = (text: string): Document[] => parseAllDocuments(text, { merge: true }).map((document) => document.toJS())

const roles = ['all', 'api', 'web', 'worker']
const startArguments = new Set([...roles.map((role) => `--role ${role}`), 'migrate'])
const unknownSettings = (names: string[]): string[] => names.filter((name) => !Object.hasOwn(settings, name))
/** With ten seconds to spare, as docs/guides/supervision.md states. */
const minGraceSeconds = Number(settings.STOP_DELAY_SECONDS.default) + Number(settings.DRAIN_SECONDS.default) + 10

type Result = { code: number | null; output: string }
function runTool(command: string, ...args: string[]): Result {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  return { code: status, output: stdout + stderr }
}
const succeeds = ({ code, output }: Result): void => assert.equal(code, 0, output)

void describe('deploy/Containerfile', () => {
  const lint = (file: string): Result => runTool(join(tools, '.bin/dockerfilelint'), file)

  void test('dockerfilelint finds nothing', () => succeeds(lint('deploy/Containerfile')))

  void test('dockerfilelint finds a base without a tag', () => {
    const file = join(scratch, 'Containerfile')
    writeFileSync(file, readFileSync(join(root, 'deploy/Containerfile'), 'utf8').replace(/^(FROM node):\S+/m, '$1'))
    assert.notEqual(lint(file).code, 0)
  })
})

void describe('deploy/compose.yaml', () => {
  const lint = (file: string): Result => runTool(join(tools, '.bin/dclint'), '--quiet', file)
  const [compose] = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'))
  const { postgres, ...own } = compose.services as Record<string, Document>

  void test('it has the form of a compose file', () => succeeds(lint('deploy/compose.yaml')))

  void test('an unknown key is found', () => {
    const file = join(scratch, 'compose.yaml')
    writeFileSync(
      file,
      readFileSync(join(root, 'deploy/compose.yaml'), 'utf8').replace('cap_drop:', 'capability_drop:'),
    )
    assert.notEqual(lint(file).code, 0)
  })

  for (const [name, service] of Object.entries(own)) {
    void test(`${name}: its command exists and its environment consists of settings`, () => {
      assert.ok(startArguments.has(service.command.join(' ')), service.command.join(' '))
      assert.deepEqual(unknownSettings(Object.keys(service.environment)), [])
    })

    void test(`${name}: it runs without rights`, () => {
      const { read_only, cap_drop, security_opt } = service
      assert.deepEqual(
        { read_only, cap_drop, security_opt },
        { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      )
    })
  }

  void test('it waits for the migration, and long enough for a stop', () => {
    assert.equal(own['all'].depends_on.migrate.condition, 'service_completed_successfully')
    assert.ok(Number.parseInt(own['all'].stop_grace_period, 10) >= minGraceSeconds)
    assert.equal(own['migrate'].depends_on.postgres.condition, 'service_healthy')
    assert.match(postgres.image, /^postgres:\d+\.\d+-/)
  })
})

void describe('deploy/systemd', () => {
  const installed = join(scratch, 'units')
  const units = readdirSync(join(root, 'deploy/systemd'))

  /** The units as they are installed, with this checkout as the release, and templates with the name of a role. */
  function installUnits(change: (text: string) => string): string[] {
    rmSync(installed, { recursive: true, force: true })
    cpSync(join(root, 'deploy/systemd'), installed, { recursive: true })
    return units.flatMap((unit) => {
      const text = change(readFileSync(join(installed, unit), 'utf8').replaceAll('/opt/tidings', root))
      const names = unit.includes('@') ? roles.map((role) => unit.replace('@', `@${role}`)) : [unit]
      for (const name of [unit, ...names]) writeFileSync(join(installed, name), text)
      return names.map((name) => join(installed, name))
    })
  }
  const verify = (files: string[]): Result => runTool('systemd-analyze', 'verify', '--man=no', ...files)

  void test('systemd-analyze finds nothing', () => {
    const { code, output } = verify(installUnits((text) => text))
    assert.deepEqual({ code, output }, { code: 0, output: '' })
  })

  void test('systemd-analyze finds an unknown setting of systemd and a program that is missing', () => {
    const unknown = verify(installUnits((text) => text.replace('NoNewPrivileges=', 'NoNewPrivilege=')))
    assert.match(unknown.output, /Unknown key 'NoNewPrivilege'/)
    const missing = verify(installUnits((text) => text.replace('/.bin/node', '/.bin/no-node')))
    assert.notEqual(missing.code, 0)
  })

  void test('a process has few rights', () => {
    installUnits((text) => text)
    const flags = ['--offline=true', '--threshold=20', '--no-pager']
    for (const name of ['tidings@all.service', 'tidings-migrate.service'])
      succeeds(runTool('systemd-analyze', 'security', ...flags, join(installed, name)))
  })

  void test('its time for a stop is sufficient', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(
      readFileSync(join(root, 'deploy/systemd/tidings@.service'), 'utf8'),
    )!
    assert.ok(Number(seconds) >= minGraceSeconds)
  })
})

void describe('deploy/kustomize', () => {
  const example = join(root, 'deploy/kustomize/example')
  const documents = render(example, parse)
  const ofKind = (kind: string): Document[] => documents.filter((document) => document.kind === kind)
  const templates = documents.flatMap(({ metadata, spec }) =>
    spec.template === undefined ? [] : [{ name: String(metadata.name), spec: spec.template }],
  )
  const selects = (selector: object): Document[] =>
    templates.filter(({ spec }) =>
      Object.entries(selector).every(([label, value]) => spec.metadata.labels[label] === value),
    )

  void test('it is what kubectl renders', (context) => {
    if (spawnSync('kubectl', ['kustomize', '--help']).status !== 0) return context.skip('kubectl is not installed')
    const rendered = parse(execFileSync('kubectl', ['kustomize', example], { encoding: 'utf8' }))
    const sorted = (list: Document[]): Document[] => list.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    assert.deepEqual(sorted(documents), sorted(rendered))
  })

  for (const document of documents)
    void test(`${keyOf(document)} has the form of its kind`, async () => {
      await validate(document)
    })

  void test('a wrong type and a missing field are found', async () => {
    const [wrong, incomplete] = structuredClone(ofKind('Deployment'))
    wrong.spec.replicas = 'two'
    await assert.rejects(validate(wrong))
    delete incomplete.spec.selector
    await assert.rejects(validate(incomplete))
  })

  for (const { name, spec } of templates)
    void test(`${name}: the arguments, the environment and the rights of its container`, () => {
      const [container] = spec.spec.containers
      assert.ok(startArguments.has(container.args.join(' ')), container.args.join(' '))
      assert.deepEqual(unknownSettings((container.env ?? []).map((variable: Document) => variable.name)), [])
      assert.equal(container.image, 'registry.example.com/tidings:0.1.0')
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const { runAsNonRoot, runAsUser, seccompProfile } = spec.spec.securityContext
      assert.deepEqual([runAsNonRoot, runAsUser, seccompProfile], [true, 1000, { type: 'RuntimeDefault' }])
      assert.ok(container.resources.limits.memory)
    })

  for (const deployment of ofKind('Deployment')) {
    const { name } = deployment.metadata
    const { spec } = deployment.spec.template
    const [container] = spec.containers
    const portOf = (port: string): number => container.ports.find((one: Document) => one.name === port).containerPort
    const environment = Object.fromEntries(container.env.map((variable: Document) => [variable.name, variable.value]))

    void test(`${name}: its probes ask the admin port, and it has time to stop`, () => {
      assert.equal(portOf('admin'), Number(environment.ADMIN_PORT))
      if (environment.PORT !== undefined) assert.equal(portOf('http'), Number(environment.PORT))
      for (const [probe, path] of [
        ['startupProbe', '/livez'],
        ['livenessProbe', '/livez'],
        ['readinessProbe', '/readyz'],
      ] as const)
        assert.deepEqual(container[probe].httpGet, { path, port: 'admin' })
      assert.ok(spec.terminationGracePeriodSeconds >= minGraceSeconds)
    })

    void test(`${name}: one disruption budget and one network policy select its pods, and nothing else`, () => {
      const named = (list: Document[], selectorOf: (document: Document) => object): string[] =>
        list.filter((one) => selects(selectorOf(one)).some((pod) => pod.name === name)).map((one) => one.metadata.name)
      assert.deepEqual(
        named(ofKind('PodDisruptionBudget'), ({ spec: budget }) => budget.selector.matchLabels),
        [name],
      )
      assert.deepEqual(
        named(ofKind('NetworkPolicy'), ({ spec: policy }) => policy.podSelector.matchLabels),
        [name],
      )
      assert.deepEqual(
        selects(deployment.spec.selector.matchLabels).map((pod) => pod.name),
        [name],
      )
    })
  }

  void test('every service leads to a port of its pods, and every path of the ingress to a service', () => {
    const services = ofKind('Service')
    for (const { spec } of services) {
      const pods = selects(spec.selector)
      assert.equal(pods.length, 1)
      const names = pods[0].spec.spec.containers[0].ports.map((port: Document) => port.name)
      assert.ok(names.includes(spec.ports[0].targetPort))
    }
    const backends = ofKind('Ingress').flatMap(({ spec }) =>
      spec.rules[0].http.paths.map((path: Document) => path.backend),
    )
    assert.ok(backends.length > 0)
    for (const { service } of backends)
      assert.ok(
        services.some(
          ({ metadata, spec }) => metadata.name === service.name && spec.ports[0].name === service.port.name,
        ),
        service.name,
      )
  })
})

function keyOf({ kind, metadata }: Document): string {
  return `${kind} ${metadata.name}`
}

/** By the schemas of Kubernetes. They do not find an unknown optional field. */
async function validate(document: Document): Promise<void> {
  const file = join(tools, 'kubernetes-models', document.apiVersion, `${document.kind}.js`)
  const models = (await import(file)) as Record<string, new (document: Document) => { validate: () => void }>
  new models[document.kind]!(document).validate()
}
