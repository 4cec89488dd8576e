import {
  CallProblem,
  type Collected,
  type Collecting,
  each,
  serviceAbsent,
} from '../../../kit/index.ts'
import type { Kubernetes, Metadata } from '../client.ts'
import { readConfiguration } from './configuration.ts'
import type { Kubelet, KubeletConfig, Node } from './resources.ts'

interface ConfigMap {
  readonly metadata?: Metadata
  readonly data?: Readonly<Record<string, unknown>> | null
}

interface ListedNode {
  readonly metadata?: Metadata
}

export const collect = ({ client }: Collecting<Kubernetes>): Collected<Kubelet> => ({
  configs: each<ConfigMap, KubeletConfig>(configs(client), ({ metadata, data }) => {
    const name = metadata?.name ?? ''
    return {
      uid: `${client.cluster}/configmap/kube-system/${name}`,
      name,
      region: '',
      ...readConfiguration(data?.['kubelet']),
    }
  }),
  nodes: each<ListedNode, Node>(client.items<ListedNode>('list nodes'), ({ metadata = {} }) => {
    const { name, labels } = metadata
    if (!name) throw client.broken('list nodes', 'metadata.name')
    return {
      uid: `${client.cluster}/node/${name}`,
      name,
      region: '',
      os: labels?.['kubernetes.io/os']?.slice(0, 100) ?? null,
      virtual:
        labels?.['type'] === 'virtual-kubelet' ||
        labels?.['eks.amazonaws.com/compute-type'] === 'fargate',
    }
  }),
})

/** Finds the ConfigMap that kubeadm uses: before 1.24 there is one for each minor version that the cluster has had. */
async function* configs(kubernetes: Kubernetes): AsyncGenerator<ConfigMap> {
  let newest: ConfigMap | null = null
  let highest = -1
  for await (const it of kubernetes.items<ConfigMap>('list kube-system configmaps')) {
    const name = it.metadata?.name ?? ''
    if (name === 'kubelet-config') {
      yield it
      return
    }
    const minor = Number(/^kubelet-config-1\.(\d{1,3})$/.exec(name)?.[1] ?? -1)
    if (minor > highest) [newest, highest] = [it, minor]
  }
  if (newest) yield newest
  else throw missing(kubernetes)
}

/** Kubelets always have a configuration. In a managed cluster only the provider of the nodes can read it. */
function missing({ managedBy }: Kubernetes): CallProblem {
  const code = managedBy === null ? 'kubelet_config_not_visible' : serviceAbsent
  return new CallProblem(
    code,
    'error',
    null,
    'There is no ConfigMap kubelet-config in kube-system.',
  )
}
