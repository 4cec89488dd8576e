// Texts shared by the kubelet's checks.
import type { Fix } from '../../../kit/index.ts'

/** The configuration applies to new nodes: each may have its own file, drop-ins and flags. */
export const configuration = (name: string): string =>
  `The configuration for kubelets in the ConfigMap ${name}`

export const reference = 'https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/'

export const reconfigure =
  'https://kubernetes.io/docs/tasks/administer-cluster/kubeadm/kubeadm-reconfigure/'

/** The fix for a setting of the kubelets of a cluster that kubeadm created. */
export const inConfiguration = (text: string, ...steps: readonly string[]): Fix => ({
  text,
  console: [
    ...steps,
    'On each node, run kubeadm upgrade node phase kubelet-config, which regenerates /var/lib/kubelet/config.yaml.',
    'Restart the kubelet with systemctl restart kubelet, one node at a time.',
    'Check whether a kubelet flag or a drop-in file of the node sets another value. Both override the file.',
  ],
  cli: 'kubectl edit configmap kubelet-config --namespace kube-system',
  terraform: null,
})
