import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kubernetes, type Provider } from '../../index.ts'
import { kubeadmCluster, startFixtureCluster } from '../kubernetes/index.ts'
import type { FixtureOfKind, KindUnderTest } from './kind.ts'

const context = 'prod'

async function start(): Promise<FixtureOfKind> {
  const cluster = await startFixtureCluster({ state: kubeadmCluster() })
  const kubeconfig = cluster.kubeconfig({ context })
  const secret = { kubeconfig_content: kubeconfig }
  const spoil: FixtureOfKind['spoil'] = (operation, { times, ...deed }) => {
    const match = {
      ...(operation !== null && { operation }),
      ...(times !== undefined && { times }),
    }
    return cluster.script({ match, ...deed })
  }
  return {
    input: {
      uid: context,
      secret,
      config: { retries: 0, max_requests_per_second: 10_000 },
      mayBePrivate: () => true,
    },
    now: new Date(),
    calls: () => cluster.calls.map(({ operation }) => operation),
    deny: (action) => spoil(action, { do: 'deny' }),
    spoil,
    command(folder) {
      const path = join(folder, 'kubeconfig')
      writeFileSync(path, kubeconfig)
      return { args: ['--kubeconfig', path], environment: {} }
    },
    connected: {
      uid: context,
      secret_type: 'static',
      secret,
      settings: { INTERNAL_PROVIDERS: cluster.url },
    },
    close: () => cluster.close(),
  }
}

const readBy = {
  'list pods': 'core',
  'list nodes': 'kubelet',
  'list kube-system configmaps': 'kubelet',
  'list clusterroles': 'rbac',
  'list clusterrolebindings': 'rbac',
  'list roles': 'rbac',
  'list rolebindings': 'rbac',
}

export const kubernetesUnderTest: KindUnderTest = {
  provider: kubernetes as Provider<unknown>,
  seldomAsked: new Set(),
  reads: Object.entries(readBy).map(([action, service]) => ({ service, action })),
  start,
  startSmall: start,
}
