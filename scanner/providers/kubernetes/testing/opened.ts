/** For tests: a fixture cluster that is closed after the test, and a signed-in session. */
import type { TestContext } from 'node:test'
import { open, type OpenInput, type OpenSession, systemClock } from '../../../engine/index.ts'
import type { Clock } from '../../../kit/index.ts'
import {
  emptyCluster,
  type FixtureCluster,
  type FixtureClusterOptions,
  startFixtureCluster,
} from '../../../testing/kubernetes/index.ts'
import type { Kubernetes } from '../client.ts'
import { kubernetes } from '../index.ts'

export async function clusterWith(
  t: TestContext,
  options: Partial<FixtureClusterOptions> = {},
): Promise<FixtureCluster> {
  const cluster = await startFixtureCluster({ state: emptyCluster(), ...options })
  t.after(() => cluster.close())
  return cluster
}

/** A secret of the product. */
export const secretOf = (kubeconfig: string) => ({ kubeconfig_content: kubeconfig })

/** Skips delays between attempts, but not the half minute of a connection test. */
const clock: Clock = {
  now: systemClock.now,
  sleep: async (ms, signal) => (ms < 30_000 ? undefined : await systemClock.sleep(ms, signal)),
}

export const inputFor = (cluster: FixtureCluster, changes: Partial<OpenInput> = {}): OpenInput => ({
  uid: 'prod',
  secret: secretOf(cluster.kubeconfig()),
  config: { max_requests_per_second: 10_000 },
  mayBePrivate: () => true,
  clock,
  ...changes,
})

export async function opened(
  t: TestContext,
  cluster: FixtureCluster,
  changes: Partial<OpenInput> = {},
): Promise<OpenSession<Kubernetes>> {
  const session = await open(kubernetes, inputFor(cluster, changes))
  t.after(() => session.close())
  return session
}
