import { type Provider, provider } from '../../kit/index.ts'
import { catalog } from './catalog.ts'
import { identityAction, type Kubernetes } from './client.ts'
import { connectionOf } from './kubeconfig.ts'
import { locate } from './locate.ts'
import { openSession } from './session.ts'
import { settings } from './settings.ts'

export { clusterRole } from './permissions.ts'

/** Kubernetes: a cluster is an account, named by the context of its kubeconfig. */
export const kubernetes: Provider<Kubernetes> = provider<Kubernetes>({
  type: 'kubernetes',
  catalog,
  services: {
    apiserver: async () => (await import('./apiserver/index.ts')).default,
    controllermanager: async () => (await import('./controllermanager/index.ts')).default,
    core: async () => (await import('./core/index.ts')).default,
    etcd: async () => (await import('./etcd/index.ts')).default,
    kubelet: async () => (await import('./kubelet/index.ts')).default,
    rbac: async () => (await import('./rbac/index.ts')).default,
    scheduler: async () => (await import('./scheduler/index.ts')).default,
  },
  settings,
  hosts: [],
  regions: false,
  originOf: (secret, uid) => new URL(connectionOf(secret, uid).server),
  ports: ['6443', '8443', '16443'],
  limits: { each: 4, overall: 4, perSecond: 10 },
  signInActions: [identityAction],
  open: openSession,
  locate,
})
