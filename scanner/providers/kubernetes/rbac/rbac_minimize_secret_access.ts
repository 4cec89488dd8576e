import { judgeRole, withBindings } from './granting.ts'
import { readSecrets } from './powers.ts'
import { check } from './resources.ts'
import { namesText } from './subjects.ts'

export default check({
  id: 'rbac_minimize_secret_access',
  title: 'Role does not allow access to all Secrets',
  description:
    'Reads which ClusterRoles and Roles allow get, list or watch of Secrets without naming them, and which subjects they are bound to.',
  risk: 'Secrets contain database passwords, registry credentials and tokens. A role that can list them exposes every system they protect.',
  decision:
    'Fails if a role allows get, list or watch of secrets in the core group without naming them, directly or with a wildcard, and a binding grants it to a subject. A ClusterRoleBinding grants it in the whole cluster, a RoleBinding in its namespace. Passes if the role allows none of them, if it allows only Secrets in resourceNames, or if no binding with a subject names the role. Roles whose bindings all belong to the control plane give no finding: the name, role and subjects match those of the API server or kubeadm, and the rules do not exceed theirs. Responses to update, patch and deletecollection also show Secrets, and pods can mount them. These verbs, the creation of pods, and indirect access through escalate, bind or impersonate are not evaluated.',
  fix: {
    text: 'List the required Secrets in resourceNames of a Role in their namespace, and bind that Role instead.',
    console: [
      'Look up which subjects are bound to the role, and which Secrets they need.',
      'Create a Role in the namespace of those Secrets with the verb get, and list their names in resourceNames.',
      'Bind the subjects to the new Role, and remove secrets or the wildcard from the first role.',
    ],
    cli: 'kubectl create role <role> --namespace=<namespace> --verb=get --resource=secrets --resource-name=<secret>',
    terraform: `resource "kubernetes_role_v1" "database_password" {
  metadata {
    name      = "database-password"
    namespace = "shop"
  }

  rule {
    api_groups     = [""]
    resources      = ["secrets"]
    resource_names = ["database-password"]
    verbs          = ["get"]
  }
}`,
  },
  source: 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#listing-secrets',
  links: ['https://kubernetes.io/docs/concepts/security/secrets-good-practices/'],
  over: 'roles',
  needs: ['rules'],
  with: withBindings,
  judge: (role, { joined: { bindings } }) => {
    const named = readSecrets(role.rules)
    const others = named !== 'every' && named.size > 0 ? ` other than ${namesText(named)}` : ''
    return judgeRole(role, bindings, {
      general: `read Secrets${others}`,
      of: () => (named === 'every' ? 'read Secrets that it does not name' : null),
    })
  },
})
