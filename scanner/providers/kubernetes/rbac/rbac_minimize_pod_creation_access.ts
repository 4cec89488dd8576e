import { judgeRole, withBindings } from './granting.ts'
import { createdWorkloads } from './powers.ts'
import { check } from './resources.ts'

export default check({
  id: 'rbac_minimize_pod_creation_access',
  title: 'No role lets people or programs create pods and the workloads that make pods',
  description:
    'Reads which ClusterRoles and Roles allow the creation of pods, deployments, daemonsets, replicasets, statefulsets, jobs, cronjobs and replicationcontrollers, and whom bindings give them to.',
  risk: 'A new pod may mount any Secret of its namespace and run as any of its ServiceAccounts; where admission allows privileged pods, it owns the node.',
  decision:
    'Fails when a role allows create of pods or of one of those workloads, be it by a wildcard, and a binding gives it to somebody; admin and edit are no exception once they are bound. A rule with resourceNames does not allow it, except where the same role allows patch of that name: server-side apply then creates it. Passes when no creation is allowed, and when no binding with a subject names the role. There is no verdict where all its bindings are the control plane’s own: name, role and subjects as the API server or kubeadm makes them, and rules within those. Whoever changes a workload that exists (update, patch), runs a command in a pod (exec) or may escalate, bind or impersonate is not looked at, nor are custom resources whose controllers make pods.',
  fix: {
    text: 'Bind roles that create workloads only in the namespaces that need them, and only to the program that deploys there.',
    console: [
      'Look up the bindings of the role, and decide which subjects have to create workloads.',
      'Give all others a role that reads, such as view.',
      'Enforce a Pod Security Standard in the namespaces of those who remain, and mute the finding for the role.',
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
