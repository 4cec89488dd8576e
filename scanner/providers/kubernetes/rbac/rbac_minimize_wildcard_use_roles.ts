import { fail, pass } from '../../../kit/index.ts'
import { isOwnRole } from './bootstrapped.ts'
import { bindingsOf, holders, withBindings } from './granting.ts'
import { wildcards } from './powers.ts'
import { check } from './resources.ts'
import { titleOf } from './subjects.ts'

export default check({
  id: 'rbac_minimize_wildcard_use_roles',
  title: 'Roles name their verbs, API groups and resources',
  description:
    'Reads the rules of ClusterRoles and Roles for wildcards, which also allow what a later version or a new custom resource adds.',
  risk: 'A wildcard grants more than anybody has looked at, and more again with each operator that is installed, without a change to the role.',
  decision:
    'Fails when a rule that can match holds * among its verbs, API groups or resources, a resource such as */scale, or * or /* as a non-resource URL, and a binding gives the role to somebody; resourceNames do not change that. Passes when there is none, and when no binding with a subject names the role. A resource such as pods/* matches nothing and does not count, nor does a URL that ends in a star, nor any URL where only RoleBindings give the role. Of an aggregated role the rules that it has now are read. There is no verdict for the roles that the API server makes, cluster-admin among them, while they hold no more than it gives them: who is bound to cluster-admin is another check. Roles that list every verb and resource one by one, and whoever may escalate, bind or impersonate, are not looked at.',
  fix: {
    text: 'Replace each wildcard with the verbs, groups and resources that the subjects use.',
    console: [
      'Look in the audit log for what the subjects of the role have asked for.',
      'Write these verbs, groups and resources into the rules in place of the wildcards.',
      'Apply the role, and watch for requests that are now forbidden.',
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
    if (holding.length === 0) return pass(`${has(written)}, but no binding gives it to anybody.`)
    const ofCluster = holding.some(({ kind }) => kind === 'ClusterRoleBinding')
    const found = wildcards(role.rules, { ofCluster })
    return found.length === 0
      ? pass(`${has(written)}, which a RoleBinding does not grant.`)
      : fail(`${has(found)}, and is given to ${holders(holding)}.`)
  },
})
