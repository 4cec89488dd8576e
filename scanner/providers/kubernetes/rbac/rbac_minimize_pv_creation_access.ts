import { judgeBinding, withRoles } from './granting.ts'
import { createsVolumes } from './powers.ts'
import { check } from './resources.ts'

export default check({
  id: 'rbac_minimize_pv_creation_access',
  title: 'Only storage provisioners create PersistentVolumes',
  description:
    'Reads which ClusterRoleBindings allow the creation of PersistentVolumes. Workloads need claims only, which a provisioner or an administrator fills.',
  risk: 'A PersistentVolume of the type hostPath opens any folder of a node to a pod, though Pod Security admission forbids that type in the pod itself.',
  decision:
    'Fails when the role of a ClusterRoleBinding allows create of persistentvolumes in the core group, be it by a wildcard. A rule with resourceNames does not allow it, except where the same role allows patch of that name: server-side apply then creates it. Passes when it is not allowed. Provisioners of your own fail as well: mute them by name once somebody has looked at them. There is no verdict for a RoleBinding, which grants no resources of the whole cluster, without subjects, and for the controllers of the control plane with the subjects and rules that the API server gives them. Changes of volumes that exist, and ways around by escalate, bind or impersonate, are not looked at.',
  fix: {
    text: 'Remove create of persistentvolumes from the role, and let workloads claim storage from a StorageClass.',
    console: [
      'Open the role of the binding, and take create out of the rule for persistentvolumes.',
      'Make a StorageClass with a provisioner, if there is none yet.',
      'Let the subject create PersistentVolumeClaims in its own namespaces.',
    ],
    cli: 'kubectl create clusterrole <role> --verb=get,list,watch --resource=persistentvolumes',
    terraform: `resource "kubernetes_role_v1" "claims" {
  metadata {
    name      = "claims"
    namespace = "shop"
  }

  rule {
    api_groups = [""]
    resources  = ["persistentvolumeclaims"]
    verbs      = ["get", "list", "watch", "create", "delete"]
  }
}`,
  },
  source:
    'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#persistent-volume-creation',
  links: ['https://kubernetes.io/docs/concepts/storage/volumes/#hostpath'],
  over: 'bindings',
  needs: ['subjects'],
  with: withRoles,
  judge: (binding, { joined: { roles } }) =>
    binding.kind === 'RoleBinding'
      ? []
      : judgeBinding(binding, roles, {
          general: 'create PersistentVolumes',
          of: (rules) => (createsVolumes(rules) ? 'create PersistentVolumes' : null),
        }),
})
