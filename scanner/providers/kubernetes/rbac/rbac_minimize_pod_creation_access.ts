import { judgeRole, withBindings } from './granting.ts'
import { createdWorkloads } from './powers.ts'
import { check } from './resources.ts'

export default check({
  id: 'rbac_minimize_pod_creation_access',
  title: 'Role does not allow the creation of pods and workloads',
  description:
    'Reads which ClusterRoles and Roles allow the creation of pods, deployments, daemonsets, replicasets, statefulsets, jobs, cronjobs and replicationcontrollers, and which subjects they are bound to.',
  risk: 'A new pod can mount any Secret of its namespace and run as any of its ServiceAccounts. If admission allows privileged pods, it controls the node.',
  decision:
    'Fails if a role allows create of pods or one of those workloads, directly or with a wildcard, and a binding grants it to a subject. The roles admin and edit also fail once they are bound. A rule with resourceNames does not allow creation, unless the same role allows patch of that name, because server-side apply then creates the object. Passes if no creation is allowed, or if no binding with a subject names the role. Roles whose bindings all belong to the control plane give no finding: the name, role and subjects match those of the API server or kubeadm, and the rules do not exceed theirs. Permissions to change existing workloads (update, patch), run commands in a pod (exec), escalate, bind or impersonate are not evaluated. Custom resources whose controllers create pods are not evaluated either.',
  fix: {
    text: 'Bind roles that create workloads only in the namespaces that need them, and only to the program that deploys there.',
    console: [
      'Look up the bindings of the role, and decide which subjects must create workloads.',
      'Give all other subjects a read-only role, such as view.',
      'Enforce a Pod Security Standard in the namespaces of the remaining subjects, and mute the finding for the role.',
    ],
    cli: 'kubectl delete rolebinding <binding> --namespace=<namespace>',
    terraform: `resource "kubernetes_role_binding_v1" "viewers" {
  metadata {
    name      = "viewers"
    namespace = "shop"
  }

  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = "view"
  }

  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = "shop-developers"
  }
}`,
  },
  source: 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#workload-creation',
  links: ['https://kubernetes.io/docs/concepts/security/pod-security-standards/'],
  over: 'roles',
  needs: ['rules'],
  with: withBindings,
  judge: (role, { joined: { bindings } }) =>
    judgeRole(role, bindings, {
      general: 'create pods or workloads that make pods',
      of: (rules) => {
        const created = createdWorkloads(rules)
        return created.length > 0 ? `create ${created.join(', ')}` : null
      },
    }),
})
