import { judgeBinding, withRoles } from './granting.ts'
import { createsVolumes } from './powers.ts'
import { check } from './resources.ts'

export default check({
  id: 'rbac_minimize_pv_creation_access',
  title: 'ClusterRoleBinding does not allow the creation of PersistentVolumes',
  description:
    'Reads which ClusterRoleBindings allow the creation of PersistentVolumes. Workloads need only claims, which a provisioner or an administrator fulfills.',
  risk: 'A PersistentVolume of type hostPath exposes any directory of a node to a pod, even if Pod Security admission forbids hostPath volumes in the pod.',
  decision:
    'Fails if the role of a ClusterRoleBinding allows create of persistentvolumes in the core group, directly or with a wildcard. A rule with resourceNames does not allow creation, unless the same role allows patch of that name, because server-side apply then creates the object. Passes if creation is not allowed. Your own provisioners also fail. Mute them by name after a review. A RoleBinding, which cannot grant cluster-scoped resources, a binding without subjects, and the controllers of the control plane with their original subjects and rules give no finding. Changes to existing volumes and indirect access through escalate, bind or impersonate are not evaluated.',
  fix: {
    text: 'Remove create of persistentvolumes from the role, and use a StorageClass for storage claims of workloads.',
    console: [
      'Open the role of the binding, and remove create from the rule for persistentvolumes.',
      'Create a StorageClass with a provisioner, if there is none.',
      'Allow the subject to create PersistentVolumeClaims in its own namespaces.',
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
