import { fail, manual } from '../../../kit/index.ts'
import { isOwnBinding } from './bootstrapped.ts'
import { roleTitle, withRoles } from './granting.ts'
import { isEverything } from './powers.ts'
import { check } from './resources.ts'
import { areEveryone, subjectsText, titleOf } from './subjects.ts'

export default check({
  id: 'rbac_cluster_admin_usage',
  title: 'ClusterRole cluster-admin is bound only to required administrators',
  description:
    'Lists the bindings that grant cluster-admin, or another role that allows all verbs on all resources of all API groups, to subjects other than the cluster’s built-in administrators group.',
  risk: 'A subject with this role can read every Secret, run any workload on every node and remove all traces. One stolen laptop or token is enough.',
  decision:
    'MANUAL for each ClusterRoleBinding and RoleBinding that grants cluster-admin, or a role with wildcards for all verbs, groups and resources, to a subject. Review who needs it. Fails if the subject is system:anonymous, system:unauthenticated, system:authenticated or system:serviceaccounts, which include anonymous users, all users or every pod. Other roles, bindings without subjects and two bindings in their original form give no finding: cluster-admin for the group system:masters, and kubeadm:cluster-admins for its own group. A RoleBinding grants all access within its namespace. Members of groups and subjects that can escalate, bind or impersonate are not evaluated.',
  fix: {
    text: 'Give each subject a role with only the permissions that it needs, then delete its binding to the role that allows everything.',
    console: [
      'Find out what the subjects of the binding do in the cluster, and write a role for that, in a namespace if possible.',
      'Bind the subjects to the new role, and let them test their work with it.',
      'Make sure that another administrator can still sign in, then delete the binding to cluster-admin.',
    ],
    cli: 'kubectl delete clusterrolebinding <binding>',
    terraform: `resource "kubernetes_cluster_role_binding_v1" "readers" {
  metadata {
    name = "readers"
  }

  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = "view"
  }

  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = "developers"
  }
}`,
  },
  source: 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#least-privilege',
  links: [
    'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles',
    'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#hardening',
  ],
  over: 'bindings',
  needs: ['subjects'],
  with: withRoles,
  judge: (binding, { joined: { roles } }) => {
    const { role_kind, role_name, namespace, subjects } = binding
    if (subjects.length === 0) return []
    const isNamed = role_kind === 'ClusterRole' && role_name === 'cluster-admin'
    // No role has more permissions than this one, so its rules need not be read.
    const rules = isNamed ? [] : roles.get(binding.role)?.rules
    if (!rules || !(isNamed || isEverything(rules)) || isOwnBinding(binding, rules)) return []
    const where = namespace === null ? 'the cluster' : `the namespace ${namespace}`
    const strangers = areEveryone(subjects)
    const gives = (whom: string) =>
      `The ${titleOf(binding)} grants ${whom} full access to ${where} through the ${roleTitle(binding)}`
    return strangers.length > 0
      ? fail(`${gives(subjectsText(strangers))}.`)
      : manual(`${gives(subjectsText(subjects))}. Make sure that they need it.`)
  },
})
