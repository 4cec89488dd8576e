import { uuid } from '@plumbline/jsonapi'
import { sql } from '../../platform/db/index.ts'
import { taskHeld, taskWith } from '../../platform/tasks/index.ts'
import type { Config } from '../../config.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { NotDelivered } from '../../targets/target.ts'
import { open } from './credentials.ts'
import { noteConnection } from './store.ts'
import type { Target } from './target.ts'
import { typeOf, type TypeName } from './types.ts'

export interface ConnectionServices {
  readonly vault: Vault
  readonly targets: Readonly<Record<TypeName, Target>>
  readonly config: Pick<Config, 'connectionTestSeconds'>
}

const name = 'integration-connection-check'

/** Tests whether the target of an integration accepts its credentials. */
export const checkIntegration = taskWith(
  name,
  ({ vault, targets, config: { connectionTestSeconds: seconds } }: ConnectionServices) => ({
    input: { integration_id: uuid },
    may: 'manage_integrations',
    async run({ integration_id: id }, { inTenant, hold, taskId, signal }) {
      const { integration, asked } = await inTenant(async (tx) => {
        await hold(tx)
        const { now } = await tx.single<{ now: string }>(sql`select now() as now`)
        const integration = await open(tx, vault, id, {
          why: { action: name, after: { opened_for: { task: taskId, integration: id } } },
          held: taskHeld(tx, taskId, sql`p.id`),
          work: { name, taskId },
        })
        return { integration, asked: now }
      })
      if (!integration) return { connected: false, error: 'The integration was deleted.' }
      const target = targets[integration.integration_type]
      const late = AbortSignal.timeout(seconds * 1_000)
      const result = await target
        .test(integration, AbortSignal.any([signal, late]))
        .then((learned) => ({ connected: true, error: null, learned }))
        .catch((error: unknown) => {
          signal.throwIfAborted()
          const { name: called } = typeOf(integration.integration_type)
          const slow = `${called} did not answer within ${seconds} seconds.`
          if (late.aborted) return { connected: false, error: slow, learned: null }
          if (!(error instanceof NotDelivered)) throw error
          return { connected: false, error: error.message, learned: null }
        })
      const { connected, error, learned } = result
      await inTenant((tx) => noteConnection(tx, id, { connected, learned, asked }))
      return { connected, error }
    },
  }),
)
