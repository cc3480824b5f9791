import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Attack, Target } from './attack.ts'
import type { WindowRequest } from './tenant.ts'
import type { TenantWindow } from './tenant-window.ts'
import type { AttackReport } from './verdict.ts'

export type Tenant = { window: (request: WindowRequest) => Promise<TenantWindow>; stop: () => Promise<void> }

export function startTenant(port: number, apiKey: string): Tenant {
  const child = fork(join(import.meta.dirname, 'tenant.ts'), [JSON.stringify({ port, apiKey })])
  return {
    async window(request) {
      child.send(request)
      const [window] = (await once(child, 'message')) as [TenantWindow]
      return window
    },
    stop: () => end(child),
  }
}

/** Resolves when the attack has started. The returned function ends it. */
export async function startAttacker(attack: Attack, target: Target): Promise<() => Promise<AttackReport>> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), [attack.name, JSON.stringify(target)])
  await once(child, 'message')
  return async () => {
    child.send('stop')
    const [report] = (await once(child, 'message')) as [AttackReport]
    await end(child)
    return report
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
