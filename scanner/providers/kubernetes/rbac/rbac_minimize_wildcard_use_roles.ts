import { fail, pass } from '../../../kit/index.ts'
import { isOwnRole } from './bootstrapped.ts'
import { bindingsOf, holders, withBindings } from './granting.ts'
import { wildcards } from './powers.ts'
import { check } from './resources.ts'
import { titleOf } from './subjects.ts'

export default check({
  id: 'rbac_minimize_wildcard_use_roles',
  title: 'Role does not use wildcards',
  description:
    'Reads the rules of ClusterRoles and Roles for wildcards, which also allow verbs and resources that a later version or a new custom resource adds.',
  risk: 'A wildcard grants more access than was reviewed, and the access grows with each installed operator without a change to the role.',
  decision:
    'Fails if a binding grants a subject a role with a wildcard rule: * in verbs, API groups or resources, a resource such as */scale, or * or /* as a non-resource URL. resourceNames do not exempt a rule. Passes if there is no wildcard, or if no binding with a subject names the role. A resource such as pods/* matches nothing and does not count. A URL that ends in an asterisk does not count, and neither does any URL if only RoleBindings grant the role. For an aggregated role, its current rules are read. The default roles of the API server, including cluster-admin, give no finding unless they were extended. A separate check evaluates the subjects of cluster-admin. Roles that list every verb and resource individually, and subjects that can escalate, bind or impersonate, are not evaluated.',
  fix: {
    text: 'Replace each wildcard with the verbs, groups and resources that the subjects use.',
    console: [
      'Find the requests of the role’s subjects in the audit log.',
      'Replace the wildcards in the rules with these verbs, groups and resources.',
      'Apply the role, and watch for denied requests.',
    ],
    cli: 'kubectl edit clusterrole <wide role>',
    terraform: `resource "kubernetes_cluster_role_v1" "deployer" {
  metadata {
    name = "deployer"
  }

  rule {
    api_groups = ["apps"]
    resources  = ["deployments"]
    verbs      = ["get", "list", "watch", "patch"]
  }
}`,
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources',
  links: [
    'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#general-good-practice',
  ],
  over: 'roles',
  needs: ['rules'],
  with: withBindings,
  judge: (role, { joined: { bindings } }) => {
    if (isOwnRole(role, role.rules)) return []
    const title = titleOf(role)
    const written = wildcards(role.rules, { ofCluster: true })
    if (written.length === 0) return pass(`The ${title} has no wildcards.`)
    const has = (found: readonly string[]) => `The ${title} has wildcards for ${found.join(', ')}`
    const holding = bindingsOf(role, bindings)
    if (holding.length === 0) return pass(`${has(written)}, but no binding grants it to a subject.`)
    const ofCluster = holding.some(({ kind }) => kind === 'ClusterRoleBinding')
    const found = wildcards(role.rules, { ofCluster })
    return found.length === 0
      ? pass(`${has(written)}, which a RoleBinding does not grant.`)
      : fail(`${has(found)}, and is granted to ${holders(holding)}.`)
  },
})
