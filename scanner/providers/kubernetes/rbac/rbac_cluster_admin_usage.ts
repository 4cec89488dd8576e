import { fail, manual } from '../../../kit/index.ts'
import { isOwnBinding } from './bootstrapped.ts'
import { roleTitle, withRoles } from './granting.ts'
import { isEverything } from './powers.ts'
import { check } from './resources.ts'
import { areEveryone, subjectsText, titleOf } from './subjects.ts'

export default check({
  id: 'rbac_cluster_admin_usage',
  title: 'Only people who must be able to do everything hold cluster-admin',
  description:
    'Lists the bindings that give cluster-admin, or another role that allows all verbs on all resources of all API groups, to anybody but the cluster’s own administrators’ group.',
  risk: 'Whoever holds this role reads every Secret, runs anything on every node and can remove all traces of it; one stolen laptop or token is enough.',
  decision:
    'MANUAL for each ClusterRoleBinding and RoleBinding that gives cluster-admin, or a role written with wildcards for all verbs, groups and resources, to somebody: people have to say who needs it. Fails where the subject is system:anonymous, system:unauthenticated, system:authenticated or system:serviceaccounts, which take in strangers or every pod. There is no verdict for other roles, for bindings without subjects, and for two bindings in their original form: cluster-admin to the group system:masters, and kubeadm:cluster-admins to its own group. A RoleBinding grants all of its namespace. Members of groups, and whoever may escalate, bind or impersonate, are not looked at.',
  fix: {
    text: 'Give each subject a role with the permissions that its work takes, then delete its binding to the role that allows everything.',
    console: [
      'Ask whom the binding names what they do in the cluster, and write a role for that, in a namespace where possible.',
      'Bind them to the new role, and let them try their work with it.',
      'Delete the binding to cluster-admin, after making sure that another administrator can still sign in.',
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
    // No role holds more than this one, so its rules need not be read.
    const rules = isNamed ? [] : roles.get(binding.role)?.rules
    if (!rules || !(isNamed || isEverything(rules)) || isOwnBinding(binding, rules)) return []
    const where = namespace === null ? 'the cluster' : `the namespace ${namespace}`
    const strangers = areEveryone(subjects)
    const gives = (whom: string) =>
      `The ${titleOf(binding)} gives ${whom} everything in ${where}, by the ${roleTitle(binding)}`
    return strangers.length > 0
      ? fail(`${gives(subjectsText(strangers))}.`)
      : manual(`${gives(subjectsText(subjects))}; make sure that they need it.`)
  },
})
